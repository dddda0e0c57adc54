{{- define "throughline.name" -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels by which pods of a part are found: (list $ PART), which is service, database, radar or test. */}}
{{- define "throughline.selector" -}}
app.kubernetes.io/name: {{ ternary "postgresql" "throughline" (eq (index . 1) "database") }}
app.kubernetes.io/component: {{ index . 1 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end }}

{{/* Labels of the pods of a part: (list $ PART). The version of the chart is not among them: a new one would restart the database. */}}
{{- define "throughline.podLabels" -}}
{{ include "throughline.selector" . }}
app.kubernetes.io/part-of: throughline
{{- with (index . 0).Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Labels of an object of a part: (list $ PART). */}}
{{- define "throughline.labels" -}}
{{ include "throughline.podLabels" . }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end }}

{{/* Name and labels of an object of a part: (list $ PART SUFFIX). */}}
{{- define "throughline.metadata" -}}
name: {{ include "throughline.name" (index . 0) }}{{ index . 2 }}
labels: {{- include "throughline.labels" . | nindent 2 }}
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

{{/* What every pod of the release has, with this security context: (list $ CONTEXT). */}}
{{- define "throughline.pod" -}}
{{- $root := index . 0 }}
serviceAccountName: {{ include "throughline.name" $root }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- toYaml (index . 1) | nindent 2 }}
{{- range $name := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with index $root.Values $name }}
{{ $name }}: {{ toJson . }}
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
