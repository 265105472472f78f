/* half.h - half of a number
 * SPDX-License-Identifier: Apache-2.0 */
double half(double x);
