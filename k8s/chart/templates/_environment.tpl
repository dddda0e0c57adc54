{{/* A variable from a Secret: (list VARIABLE SECRET KEY). */}}
{{- define "throughline.fromSecret" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef:
      name: {{ index . 1 }}
      key: {{ index . 2 }}
{{- end }}

{{/* Variables of the service. */}}
{{- define "throughline.environment" -}}
{{- $name := include "throughline.name" . }}
{{- $database := include "throughline.database" . }}
{{- if eq $database "own" }}
{{- include "throughline.fromSecret" (list "THROUGHLINE_DATABASE_URL" .Values.database.secret .Values.database.key) }}
{{- with .Values.database.sessionKey }}
{{ include "throughline.fromSecret" (list "THROUGHLINE_DATABASE_SESSION_URL" $.Values.database.secret .) }}
{{- end }}
{{- else if eq $database "cloudnative-pg" }}
{{- include "throughline.fromSecret" (list "DATABASE_URI" (printf "%s-database-app" $name) "uri") }}
- name: THROUGHLINE_DATABASE_URL
  value: $(DATABASE_URI)?sslmode=require
{{- else }}
{{- include "throughline.fromSecret" (list "THROUGHLINE_DATABASE_PASSWORD" (.Values.evaluationDatabase.secret | default (printf "%s-postgres" $name)) "password") }}
- name: THROUGHLINE_DATABASE_URL
  value: postgresql://throughline@{{ $name }}-postgres:5432/throughline
{{- end }}
{{- with .Values.cell }}
- name: THROUGHLINE_CELL
  value: {{ . | quote }}
{{- end }}
{{- if .Values.database.caSecret }}
- name: THROUGHLINE_DATABASE_CA
  value: /etc/throughline-database-ca/ca.crt
{{- end }}
{{- if eq .Values.access "keys" }}
{{ include "throughline.fromSecret" (list "THROUGHLINE_FIRST_KEY" (include "throughline.firstKey" .) "key") }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}
