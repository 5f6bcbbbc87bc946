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

/** For metrics that are read from one answer: who asks while another one does gets the same. */
export function readTogether<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return await reading
  }
}

/** One value for each key, which is in that label. */
export function byLabel(label: string, values: Readonly<Record<string, number>>): LabelledValue[] {
  return Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }))
}

/** Whether something is so, as monitoring counts it. */
export function asFlag(is: boolean): number {
  return is ? 1 : 0
}
