import type { PartialCall } from '@callboard/contract/calls'
import { use } from 'react'
import { KeywordContext, renderFound } from '#web/features/calls/list/found-in.tsx'
import { EntityText } from '#web/features/calls/EntityText.tsx'

interface CallOriginProps {
  call: PartialCall
  timeZone: string
}

const shown = ['location', 'source'] as const

/**
 * Which location a call was for, and where the caller found the number: `Clark Street · Google Ads`. Where the list has the calls
 * of a keyword that was found in something else, that comes first.
 */
export function CallOrigin({ call, timeZone }: CallOriginProps) {
  const keyword = use(KeywordContext)
  const { location, source } = call
  const found = keyword === undefined ? undefined : renderFound(call, { keyword, timeZone, shown })
  const hasLocation = typeof location === 'string'
  const hasSource = typeof source === 'string'
  return (
    <>
      {found}
      {found !== undefined && (hasLocation || hasSource) && ' · '}
      {hasLocation && <EntityText type="location" code={location} />}
      {hasLocation && hasSource && ' · '}
      {source}
    </>
  )
}
