import type { PartialCall } from '@callboard/contract/calls'
import { EntityText } from '#web/features/calls/EntityText.tsx'

/** Which location a call was for, and where the caller found the number: `Clark Street · Google Ads`. */
export function CallOrigin({ call: { location, source } }: { call: PartialCall }) {
  return (
    <>
      {typeof location === 'string' && <EntityText type="location" code={location} />}
      {typeof location === 'string' && typeof source === 'string' && ' · '}
      {source}
    </>
  )
}
