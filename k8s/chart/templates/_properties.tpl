{{/* A value in a file of properties: numbers without an exponent, one line. */}}
{{- define "throughline.value" -}}
{{- if kindIs "float64" . }}{{ if eq . (floor .) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- else }}{{ toString . | replace "\\" "\\\\" | replace "\n" "\\n" }}
{{- end }}
{{- end }}

{{/* A part of a name in a file of properties, quoted for the names of models and of template arguments. */}}
{{- define "throughline.key" -}}
"{{ . | replace "\\" "\\\\" | replace ":" "\\:" | replace "=" "\\=" | replace " " "\\ " }}"
{{- end }}

{{/* The settings of backends and models, sorted, as throughline.properties holds them. */}}
{{- define "throughline.properties" -}}
{{- range $name, $backend := .Values.backends }}
{{- range $setting, $value := $backend }}
{{- if eq $setting "api-key" }}
{{- fail (printf "backends.%s.api-key: credentials stand in the Secret %s, as THROUGHLINE_BACKENDS_%s_API_KEY" $name $.Values.backendKeys.secret (regexReplaceAll "[^A-Z0-9]" (upper $name) "_")) }}
{{- else if kindIs "map" $value }}
{{- range $argument, $json := $value }}
throughline.backends.{{ $name }}.{{ $setting }}.{{ include "throughline.key" $argument }}={{ include "throughline.value" (toJson $json) }}
{{- end }}
{{- else }}
throughline.backends.{{ $name }}.{{ $setting }}={{ include "throughline.value" $value }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.defaultBackend }}
{{- if not (hasKey $.Values.backends .) }}
{{- fail (printf "defaultBackend: no backend is named %s; backends has %s" . (keys $.Values.backends | sortAlpha | join ", " | default "none")) }}
{{- end }}
throughline.default-backend={{ . }}
{{- end }}
{{- range $model, $target := .Values.models }}
{{- if not (hasKey $.Values.backends (first (splitList "/" $target))) }}
{{- fail (printf "models.%s: no backend is named %s; backends has %s" $model (first (splitList "/" $target)) (keys $.Values.backends | sortAlpha | join ", " | default "none")) }}
{{- end }}
throughline.models.{{ include "throughline.key" $model }}={{ include "throughline.value" $target }}
{{- end }}
{{- end }}
