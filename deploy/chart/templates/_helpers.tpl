{{- define "feira.name" -}}
{{- printf "%s" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "feira.selector" -}}
app.kubernetes.io/name: feira
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "feira.labels" -}}
{{ include "feira.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* What nodes and the migration have in common. The root is read-only, and nothing runs as root. */}}
{{- define "feira.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secret.name }}
      defaultMode: 0440
  - name: state
    emptyDir: { sizeLimit: {{ .Values.packageVolume }} }
  - name: temporary
    emptyDir: { sizeLimit: 256Mi }
{{- end -}}

{{- define "feira.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  - name: PUBLIC_URL
    value: {{ .Values.publicUrl | quote }}
  - name: TRUST_PROXY
    value: {{ .Values.trustProxy | quote }}
  - name: MEDIA_DIRECTORY
    value: {{ get .Values.settings "MEDIA_DIRECTORY" | default "none" | quote }}
  {{- range $name, $value := omit .Values.settings "MEDIA_DIRECTORY" }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- range $name, $key := .Values.secret.keys }}
  {{- if $key }}
  - name: {{ $name }}_FILE
    value: /run/secrets/feira/{{ $key }}
  {{- end }}
  {{- end }}
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/feira, readOnly: true }
  - { name: state, mountPath: /var/lib/feira }
  - { name: temporary, mountPath: /tmp }
{{- end -}}
