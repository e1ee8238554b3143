/** An alert as data: its rule, its page of the runbook, and the example that its test plays. */
export type Alert = {
  name: string
  /** PromQL; the alert fires for each resulting series */
  expr: string
  /** the time for which the condition must hold, a duration of Prometheus; absent: fires at once */
  hold?: string
  severity: 'critical' | 'warning' | 'none'
  /** one line; `{{ $value }}` and `{{ $labels.x }}` are filled in */
  summary: string
  /** a heading of docs/runbook.md */
  page: string
  /** only for three machines that share the work */
  cluster?: true
  example: AlertExample
}

export type AlertExample = {
  /** series and their values, one every 15 s, in promtool's notation */
  series: Readonly<Record<string, string>>
  /** a time at which nothing fires; `1m` by default */
  quiet?: string
  /** a time at which the alert fires, once for each entry of `with`; without `with` it fires once, with the alert's summary and no label */
  fires: string
  with?: readonly Firing[]
}

/** One firing of an alert: its labels other than the severity, and its summary with the values filled in. */
export type Firing = { labels?: Readonly<Record<string, string>>; summary: string }
