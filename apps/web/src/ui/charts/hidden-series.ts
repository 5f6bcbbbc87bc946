import { useState } from 'react'

/** The names of the series that are switched off. */
export type HiddenSeries = ReadonlySet<string>

const none: HiddenSeries = new Set()

/** Which series of a chart are switched off, until its page is left. */
export function useHiddenSeries(): [HiddenSeries, (hidden: HiddenSeries) => void] {
  return useState(none)
}
