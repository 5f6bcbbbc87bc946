import { formatCount, formatCounted } from '@callboard/contract/format'
import type { Subscription } from '@callboard/contract/subscriptions'
import { Text } from '#web/ui/layout.tsx'

/** Who would get nothing, and why. */
export function ExcludedNote({ subscription: { recipients } }: { subscription: Subscription }) {
  const excluded = recipients.filter(({ reason }) => reason !== null)
  if (excluded.length === 0) return null
  const [first] = excluded
  return (
    <Text tone="worse" breaks="anywhere" fontSize={13}>
      {excluded.length === 1 && first !== undefined
        ? `${first.name} gets nothing: ${first.reason}`
        : `${formatCount(excluded.length)} of ${formatCounted(recipients.length, 'recipient')} get nothing.`}
    </Text>
  )
}
