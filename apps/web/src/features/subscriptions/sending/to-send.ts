import type { Body } from '@callboard/contract/endpoint'
import type { Report } from '@callboard/contract/reports'
import type { createSavedReport, SavedReport } from '@callboard/contract/saved-reports'

/** A report as it stands before the user. */
export interface ToSend {
  /** What of it is saved. */
  saved?: SavedReport | undefined
  /** Loaded unless given. */
  report?: Report
  /** What would be saved of it, where that is not what is saved already. */
  unsaved?: Omit<Body<typeof createSavedReport>, 'name' | 'sharedWithGroupId'>
}
