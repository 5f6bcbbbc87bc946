import { formatCounted } from '@callboard/contract/format'
import type { ReactNode } from 'react'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'

interface Example {
  id: string
  number: string | null
  startedAt: string
}

interface ChangedCallsProps<C extends Example> {
  calls: number
  /** The newest of them. */
  examples: readonly C[]
  /** The user's own unless given. */
  timeZone?: string
  /** What becomes of one. */
  renderChange?: (call: C) => ReactNode
}

/** How many earlier calls would change, and the newest of them. */
export function ChangedCalls<C extends Example>(props: ChangedCallsProps<C>) {
  const { calls, examples, timeZone, renderChange } = props
  return (
    <Stack gap={8} aria-live="polite">
      <strong>
        {calls === 0
          ? 'No earlier call changes.'
          : `${formatCounted(calls, 'earlier call changes', 'earlier calls change')}${examples.length > 0 ? ', the newest of them:' : '.'}`}
      </strong>
      {examples.map((call) => (
        <Row key={call.id} gap={12} wrap>
          <TimeText at={call.startedAt} {...(timeZone !== undefined && { timeZone })} />
          <PhoneText number={call.number} missing="" />
          {renderChange?.(call)}
        </Row>
      ))}
    </Stack>
  )
}
