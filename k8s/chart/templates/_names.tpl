{{- define "throughline.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "throughline.selector" -}}
app.kubernetes.io/name: throughline
app.kubernetes.io/component: service
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "throughline.radar" -}}
app.kubernetes.io/name: throughline
app.kubernetes.io/component: radar
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "throughline.labels" -}}
app.kubernetes.io/name: throughline
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: throughline
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}
