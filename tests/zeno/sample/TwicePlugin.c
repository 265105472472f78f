/* TwicePlugin.c - a plugin of one file
 * SPDX-License-Identifier: Apache-2.0 */
double twice_two(void);

double twice_two(void)
{
    return 4;
}
