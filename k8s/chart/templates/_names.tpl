{{- define "throughline.name" -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels by which pods of a part are found: (list $ NAME COMPONENT). */}}
{{- define "throughline.selectorOf" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/component: {{ index . 2 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end }}
{{- define "throughline.selector" -}}{{ include "throughline.selectorOf" (list . "throughline" "service") }}{{- end }}
{{- define "throughline.radar" -}}{{ include "throughline.selectorOf" (list . "throughline" "radar") }}{{- end }}
{{- define "throughline.postgres" -}}{{ include "throughline.selectorOf" (list . "postgresql" "database") }}{{- end }}

{{/* Labels of every object besides those that name it. */}}
{{- define "throughline.common" -}}
app.kubernetes.io/part-of: throughline
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- define "throughline.labels" -}}
app.kubernetes.io/name: throughline
app.kubernetes.io/instance: {{ .Release.Name }}
{{ include "throughline.common" . }}
{{- end }}
{{- define "throughline.postgresLabels" -}}
{{ include "throughline.postgres" . }}
{{ include "throughline.common" . }}
{{- end }}

{{- define "throughline.image" -}}
{{- if .Values.image.digest }}{{ printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}
{{- end }}

{{- define "throughline.firstKey" -}}
{{ .Values.firstKey.secret | default (printf "%s-first-key" (include "throughline.name" .)) }}
{{- end }}

{{/* A secret text that is made once: the one in the Secret of this name, else a new one. (list $ SECRET KEY NEW) */}}
{{- define "throughline.kept" -}}
{{- $there := dict }}
{{- if (index . 0).Values.lookup }}{{ $there = lookup "v1" "Secret" (index . 0).Release.Namespace (index . 1) }}{{ end }}
{{- if $there }}{{ index $there.data (index . 2) }}{{ else }}{{ index . 3 | b64enc }}{{ end }}
{{- end }}

{{/* The one database, by name: evaluation, cloudnative-pg or own. */}}
{{- define "throughline.database" -}}
{{- $chosen := list }}
{{- if .Values.database.secret }}{{ $chosen = append $chosen "own" }}{{ end }}
{{- if .Values.cloudnativePg.enabled }}{{ $chosen = append $chosen "cloudnative-pg" }}{{ end }}
{{- if and .Values.evaluationDatabase.enabled (not $chosen) }}{{ $chosen = append $chosen "evaluation" }}{{ end }}
{{- if ne (len $chosen) 1 }}
{{- fail "a database: exactly one of database.secret, cloudnativePg.enabled and evaluationDatabase.enabled is needed" }}
{{- end }}
{{- first $chosen }}
{{- end }}

{{/* Pods of the release may be placed and run so. */}}
{{- define "throughline.placement" -}}
{{- range $name := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with index $.Values $name }}
{{ $name }}: {{ if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Rules of egress: DNS wherever it is, and these ports but not the metadata service of a cloud. (list $ PORTS) */}}
{{- define "throughline.egress" -}}
- ports:
    {{- range (index . 0).Values.networkPolicy.dnsPorts }}
    - {port: {{ . }}, protocol: UDP}
    - {port: {{ . }}, protocol: TCP}
    {{- end }}
{{- with index . 1 }}
- to:
    - ipBlock: {cidr: 0.0.0.0/0, except: [169.254.0.0/16]}
    - ipBlock: {cidr: "::/0", except: ["fe80::/10", "fd00:ec2::/32"]}
    - namespaceSelector: {}
  ports:
    {{- range . }}
    - {port: {{ . }}, protocol: TCP}
    {{- end }}
{{- end }}
{{- end }}
