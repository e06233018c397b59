/* SPDX-License-Identifier: BSL-1.0 */
/* Prints every struct of the C headers with its size, and every member with its place and size. */
#include "portolan/capi/portolan.h"
#include "portolan/capi/portolan_build.h"

#include <stdio.h>

#define STRUCT(name) printf("%s %zu\n", #name, sizeof(name));
#define MEMBER(name, member) \
  printf("%s.%s %zu %zu\n", #name, #member, offsetof(name, member), sizeof(((name*)0)->member));

int main(void) {
#include "layout.inc"
  return 0;
}
