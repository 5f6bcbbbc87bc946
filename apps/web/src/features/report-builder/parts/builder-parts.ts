import type { Filter } from '@callboard/contract/calls'
import type { Parameter, Report } from '@callboard/contract/reports'
import type { ComponentType } from 'react'
import type { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'

export interface FiltersProps {
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}

export interface PreviewProps {
  draft: ReportDraft
  /** Why it is not what is edited now. */
  problem: string | undefined
}

/** The value that a parameter has until a reader chooses another one. */
export interface DefaultValueProps {
  parameter: Parameter
  /** Undefined: the usual one of the parameter. */
  value: unknown
  onChange: (value: unknown) => void
}

export interface StartFromProps {
  onChoose: (report: Report) => void
}

export interface PlacesProps {
  draft: Pick<ReportDraft, 'setIds' | 'exportTypeIds' | 'isActive'>
  onChange: (changes: Partial<ReportDraft>) => void
}

/** What the builder takes from other features, and what differs between a report of the library and one's own. */
export interface BuilderParts {
  /** Reports to begin a new one with. */
  StartFrom: ComponentType<StartFromProps>
  /** Of the library: where it is found. */
  Places?: ComponentType<PlacesProps>
  Filters: ComponentType<FiltersProps>
  Preview: ComponentType<PreviewProps>
  DefaultValue: ComponentType<DefaultValueProps>
}
