/* term.h - one term of the sum
 * SPDX-License-Identifier: Apache-2.0 */
double term(int i);
