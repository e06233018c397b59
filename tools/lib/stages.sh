# shellcheck shell=bash
# Stages of the test scripts, to be sourced from the repository's root. A stage that fails ends the script; on exit the
# seconds of each stage are printed and, as the last line, how many tests passed and failed in all of them.

stage_lines=()
stage_name=
stage_start=0
passed=0
failed=0
workers=$(nproc)
stage_log=$(mktemp)

# stage NAME COMMAND...
stage() {
  stage_name=$1
  stage_start=$SECONDS
  shift
  echo "== $stage_name"
  "$@"
  stage_lines+=("$(printf 'ok      %6d s  %s' $((SECONDS - stage_start)) "$stage_name")")
  stage_name=
}

summary() {
  local status=$?
  rm -f "$stage_log"
  if [[ $status -ne 0 ]]; then
    # A build or a fuzzer that fails counts as one failure, so that the last line never looks well by mistake.
    [[ $failed -gt 0 ]] || failed=1
    stage_lines+=("$(printf 'FAILED  %6d s  %s' $((SECONDS - stage_start)) "${stage_name:-set-up}")")
  fi
  echo "== summary"
  [[ ${#stage_lines[@]} -eq 0 ]] || printf '%s\n' "${stage_lines[@]}"
  echo "$passed passed, $failed failed"
}
trap summary EXIT

# ThreadSanitizer of g++ 12 cannot map its shadow where the kernel randomises addresses widely, so its builds (which run
# the test programs to list their tests) and runs go without randomisation where that may be asked for.
as_preset() {
  local preset=$1
  shift
  if [[ $preset == tsan ]] && setarch "$(uname -m)" -R true 2>/dev/null; then
    setarch "$(uname -m)" -R "$@"
  else
    "$@"
  fi
}
export -f as_preset

# Runs a program of a preset as it was built, under an emulator where it is for another machine or system.
run_built() {
  case $1 in
    aarch64) qemu-aarch64 -L /usr/aarch64-linux-gnu "${@:2}" ;;
    mingw) WINEDEBUG=-all "$(wine_program)" "${@:2}" ;;
    *) as_preset "$@" ;;
  esac
}
# Where Wine is, which Debian's wine64 does not put on the path; fails if it is not there.
wine_program() {
  PATH=$PATH:/usr/lib/wine type -P wine64 || type -P wine
}
export -f run_built wine_program

configure() {
  if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
    # What it asks for before it keeps anything compiled with a precompiled header.
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
  fi
  if ! cmake --preset "$1" >"$stage_log" 2>&1; then
    cat "$stage_log"
    return 1
  fi
}

# build PRESET [CMAKE_BUILD_ARGUMENT...]
build() {
  configure "$1"
  as_preset "$1" cmake --build "build/$1" --parallel "$workers" "${@:2}"
}

# Tests of a preset through ctest: everything but the [long] ones.
run_ctest() {
  local status=0
  as_preset "$1" ctest --test-dir "build/$1" --parallel "$workers" --output-on-failure --no-tests=error 2>&1 |
    tee "$stage_log" || status=$?
  local pattern='s/^[0-9]+% tests passed, ([0-9]+) tests failed out of ([0-9]+)$/\1 \2/p' bad=0 all=0
  read -r bad all < <(sed -nE "$pattern" "$stage_log") || true
  passed=$((passed + ${all:-0} - ${bad:-0}))
  failed=$((failed + ${bad:-0}))
  return "$status"
}

# run_tagged PRESET TAGS: the test cases of every test program that match a Catch2 tag expression, which ctest cannot
# select by. Programs without such tests are passed over, but some program must have one.
run_tagged() {
  local preset=$1 tags=$2 logs=build/$1/tagged program log all bad status=0 ran=0
  rm -rf "$logs"
  mkdir -p "$logs"
  # Those that take longest first, so that no worker is left with one of them at the end: three that are known to, then by
  # size.
  find "build/$preset/tests" -maxdepth 1 -name 'portolan_test_*' -type f -perm -u+x -printf '%s %p\n' |
    sed -E '/_(query|capi|world)$/s/^/1000000000/' | sort -rn | cut -d ' ' -f 2- |
    xargs -r -P "$workers" -I{} bash -c 'run_program "$@"' run_program "$preset" {} "$tags" "$logs"

  for log in "$logs"/*; do
    [[ -f $log ]] || continue
    # The totals read "All tests passed (5 assertions in 2 test cases)" or "test cases: 2 | 1 passed | 1 failed".
    all=$(sed -nE 's/^All tests passed .* in ([0-9]+) test cases?\)$/\1/p; s/^test cases: +([0-9]+) .*/\1/p' "$log")
    bad=$(sed -nE 's/^test cases: .* ([0-9]+) failed.*/\1/p' "$log")
    if ! grep -q '^exit status 0$' "$log"; then
      cat "$log"
      status=1
      # A program that a sanitizer stops half-way prints no totals, and one that leaks prints good ones.
      all=${all:-1} bad=${bad:-1}
    elif [[ -z $all ]]; then
      continue
    fi
    echo "${log##*/} \"$tags\": $((all - ${bad:-0})) test cases passed, ${bad:-0} failed"
    ran=$((ran + all))
    passed=$((passed + all - ${bad:-0}))
    failed=$((failed + ${bad:-0}))
  done
  if [[ $ran -eq 0 ]]; then
    echo "no test matches $tags in build/$preset" >&2
    status=1
  fi
  return "$status"
}

run_program() {
  local preset=$1 program=$2 tags=$3 log=$4/${2##*/} status=0
  run_built "$preset" "$program" "$tags" >"$log" 2>&1 || status=$?
  sed -i 's/\r$//' "$log"  # as Windows ends lines
  echo "exit status $status" >>"$log"
}
export -f run_program

# fuzz SECONDS: runs every fuzz target that long, from the seeds in tests/fuzz/corpus/NAME where there are any. They are
# part of preset asan-ubsan; build/asan-ubsan/fuzz/found keeps the inputs found, .../crashes those that crash.
fuzz() {
  local targets
  mapfile -t targets < <(find build/asan-ubsan/tests/fuzz -name 'portolan_fuzz_*' -type f -perm -u+x | sort)
  if [[ ${#targets[@]} -eq 0 ]]; then
    echo "build/asan-ubsan has no portolan_fuzz_*" >&2
    return 1
  fi
  printf '%s\n' "${targets[@]}" | xargs -P "$workers" -I{} bash -c 'fuzz_one "$@"' fuzz_one {} "$1"
}

fuzz_one() {
  local program=$1 seconds=$2 target=${1##*/} name=${1##*/portolan_} folder=build/asan-ubsan/fuzz log corpus
  log=$folder/logs/$name.txt
  corpus=("$folder/found/$name")
  mkdir -p "$folder/logs" "$folder/crashes" "${corpus[0]}"
  [[ ! -d tests/fuzz/corpus/$name ]] || corpus+=("tests/fuzz/corpus/$name")
  if "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=256 \
    -artifact_prefix="$folder/crashes/$name-" -print_final_stats=1 "${corpus[@]}" >"$log" 2>&1; then
    echo "$target: $(sed -nE 's/^stat::number_of_executed_units: +//p' "$log") inputs in $seconds s, none bad"
  else
    tail -n 60 "$log"
    echo "$target FAILED: input in $folder/crashes/$name-*, log in $log"
    return 1
  fi
}
export -f fuzz_one

# The worlds, pictures and paths of the command for Windows are those of this machine's.
compare_commands() {
  local own=build/release/tools/portolan folder=build/mingw-command/compared name
  rm -rf "$folder"
  mkdir -p "$folder"
  for name in harbour.map harbourtown.png quay.tmx archipelago.map; do
    "$own" build "worlds/$name" -o "$folder/own.pnav" >"$folder/own.txt"
    run_built mingw build/mingw-command/tools/portolan.exe build "worlds/$name" -o "$folder/other.pnav" >"$folder/other.txt"
    cmp "$folder/own.pnav" "$folder/other.pnav" || return
    "$own" draw "$folder/own.pnav" -o "$folder/own.png"
    run_built mingw build/mingw-command/tools/portolan.exe draw "$folder/own.pnav" -o "$folder/other.png"
    cmp "$folder/own.png" "$folder/other.png" || return
    run_built mingw build/mingw-command/tools/portolan.exe check "$folder/other.pnav" >"$folder/other.txt" || return
    passed=$((passed + 1))
  done
}

# The library as a subdirectory of another project, compiled as a part of it.
build_from_source() {
  PORTOLAN_BUILD=build/release PORTOLAN_SOURCE_BUILDS=1 PYTHONDONTWRITEBYTECODE=1 python3 tests/package/test_package.py \
    Package.test_add_subdirectory_with_the_command_of_another_build || return
  passed=$((passed + 1))
}

# kill_ranks TIMES: builds by several processes of which one is killed at random moments, as often.
kill_ranks() {
  local mpi=build/release/tools/portolan-mpi
  if [[ ! -x $mpi ]]; then
    echo "no portolan-mpi in build/release, which takes libopenmpi-dev"
    return
  fi
  PORTOLAN_COMMAND=build/release/tools/portolan PORTOLAN_MPI_COMMAND=$mpi PORTOLAN_MPI_KILLS=$1 \
    python3 tests/tools/test_mpi.py Builds.test_a_rank_killed_at_any_moment_leaves_the_same_file || return
  passed=$((passed + 1))
}
