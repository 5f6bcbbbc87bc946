import * as administrator from '../../../../../docs/guide/administrator.md'
import * as sources from '../../../../../docs/guide/sources.md'
import * as user from '../../../../../docs/guide/user.md'
import type { Guide, GuideName, GuidePlace, Section } from '#web/features/guide/guide-content.ts'

export const guides: Readonly<Record<GuideName, Guide>> = {
  user: { name: 'user', ...user },
  administrator: { name: 'administrator', ...administrator },
  sources: { name: 'sources', ...sources },
}

export function isGuideName(name: string | undefined): name is GuideName {
  return name !== undefined && Object.hasOwn(guides, name)
}

interface Found {
  guide: Guide
  section: Section
  /** What comes after it in the guide. */
  next: Section | undefined
}

/** Undefined where the guide has no such section, or no longer. */
export function findSection(place: GuidePlace): Found | undefined {
  const [name, id] = place.split('#')
  if (!isGuideName(name)) return undefined
  const guide = guides[name]
  const index = guide.sections.findIndex((section) => section.id === id)
  const section = guide.sections[index]
  return section && { guide, section, next: guide.sections[index + 1] }
}
