/** What monitoring reads of the portal (`GET /metrics`). */
export interface Metric {
  /** Without `callboard_`. Ends with the unit, or with `_total` where it only rises until the process ends. */
  name: string
  help: string
  read: () => Reading | Promise<Reading>
}

/** One value, or one for each combination of labels. */
export type Reading = number | readonly LabelledValue[]

export interface LabelledValue {
  labels: Readonly<Record<string, string>>
  value: number
}

/** One value for each key, which is in that label. */
export function byLabel(label: string, values: Readonly<Record<string, number>>): LabelledValue[] {
  return Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }))
}

/** Whether something is so, as monitoring counts it. */
export function asFlag(is: boolean): number {
  return is ? 1 : 0
}
