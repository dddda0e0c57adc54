#!/usr/bin/env bash
# Checks a client in a build: CLIENT, and optionally DIALECT, VARIANT, MODEL, SCENARIO, THROUGH, RECIPES; reports go to
# the folder REPORTS. The exit code is that of the check, but 0 for an inconclusive one if ALLOW_UNKNOWN is true.
set -euo pipefail
: "${CLIENT:?names the client to check, for example opencode@1.18.33}"
throughline=$(cd "$(dirname "$0")/../../.." && pwd)/throughline
reports=${REPORTS:-throughline-report}
mkdir -p "$reports"

arguments=("$CLIENT")
option() { [ -z "$2" ] || arguments+=("$1" "$2"); }
option --dialect "${DIALECT:-}"
option --variant "${VARIANT:-}"
option --model "${MODEL:-}"
option --scenario "${SCENARIO:-}"
option --through "${THROUGH:-}"
option --recipes "${RECIPES:-}"
for format in junit=report.xml sarif=report.sarif html=report.html text=report.txt; do
  arguments+=(--report "${format%%=*}=$reports/${format#*=}")
done

code=0
"$throughline" check client "${arguments[@]}" --json >"$reports/report.json" || code=$?
verdict=$(node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).verdict' <"$reports/report.json" 2>/dev/null) || true
: "${verdict:=ERROR}"

if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'verdict=%s\nexit-code=%s\n' "$verdict" "$code" >>"$GITHUB_OUTPUT"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    printf '### %s: %s\n\n' "$CLIENT" "$verdict"
    [ ! -f "$reports/report.txt" ] || { printf '```\n'; cat "$reports/report.txt"; printf '```\n'; }
  } >>"$GITHUB_STEP_SUMMARY"
fi
printf '%s: %s\n' "$CLIENT" "$verdict"
[ "$code" != 2 ] || [ "${ALLOW_UNKNOWN:-false}" != true ] || exit 0
exit "$code"
