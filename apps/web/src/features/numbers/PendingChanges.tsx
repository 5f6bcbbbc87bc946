import { formatCount } from '@callboard/contract/format'
import type { NumberChange } from '@callboard/contract/numbers'
import { Alert, Progress } from 'antd'
import { Stack } from '#web/ui/layout.tsx'

/** How far changes of very many numbers are written. */
export function PendingChanges({ changes }: { changes: readonly NumberChange[] }) {
  if (changes.length === 0) return null
  return (
    <Stack gap={12}>
      {changes.map(({ id, customerName, numbers, numbersLeft }) => (
        <Alert
          key={id}
          type="info"
          showIcon
          title={`Changing ${formatCount(numbers)} numbers of ${customerName}`}
          description={
            <>
              {formatCount(numbers - numbersLeft)} of {formatCount(numbers)} are done. Calls follow, all at
              once, when the last one is. You can leave this page.
              <Progress
                percent={Math.floor((100 * (numbers - numbersLeft)) / numbers)}
                size="small"
                aria-label="Numbers changed"
              />
            </>
          }
        />
      ))}
    </Stack>
  )
}
