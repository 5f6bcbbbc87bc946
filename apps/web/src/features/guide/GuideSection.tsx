import type { GuidePlace } from '#web/features/guide/guide-content.ts'
import { GuideBlocks } from '#web/features/guide/GuideBlocks.tsx'
import { findSection } from '#web/features/guide/guides.ts'

/** One section of a guide; nothing where there is none. */
export function GuideSection({ place }: { place: GuidePlace }) {
  const found = findSection(place)
  return found && <GuideBlocks guide={found.guide} blocks={found.section.blocks} />
}
