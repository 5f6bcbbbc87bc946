import type { Claim } from '@callboard/contract/claims'
import type { ComponentType } from 'react'
import type { GuidePlace } from '#web/features/guide/guide-content.ts'

/** Who may open a page: everybody signed in, admins, or holders of a claim or of one of several. */
export type PageAccess = 'signedIn' | 'admin' | Claim | readonly Claim[]

export interface PageRoute {
  path: string
  access: PageAccess
  page: ComponentType
  /** What "?" opens; without it, the contents of the guide. */
  guide?: GuidePlace
  /** What it opens instead while the address has a parameter, by which a part of the page is open. */
  guideWith?: Readonly<Record<string, GuidePlace>>
}
