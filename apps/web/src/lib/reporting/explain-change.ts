import type { ExplainChange, explainChange } from '@callboard/contract/change-explanation'
import type { Input } from '@callboard/contract/endpoint'
import { type AskedFigure, changeBehind } from '@callboard/contract/report-drill'
import { createContext, use } from 'react'

/** What an explanation is asked for. */
export type ExplanationAsked = Input<typeof explainChange>['body']

/** The figure whose change is explained. */
export type ChangedFigure = Pick<ExplainChange, 'measure' | 'within' | 'bucket'> & {
  /** Of money. */
  currency?: string | undefined
}

/** Opens what explains the change of a figure; where nobody gives it, changes are not explained. */
export const ExplainContext = createContext<((figure: ChangedFigure) => void) | undefined>(undefined)

/** Opens what explains a change; undefined where nothing can be explained. */
export function useExplain(figure: AskedFigure | undefined, currency: string | undefined) {
  const explain = use(ExplainContext)
  const asked = explain === undefined || figure === undefined ? undefined : changeBehind(figure)
  return explain && asked && (() => explain({ ...asked, currency }))
}
