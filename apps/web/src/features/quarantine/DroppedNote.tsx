import { formatCount, formatCounted } from '@callboard/contract/format'
import { type getQuarantineReasons, maxQuarantined } from '@callboard/contract/quarantine'
import type { Output } from '@callboard/contract/endpoint'
import { Alert } from 'antd'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface DroppedNoteProps {
  dropped: Output<typeof getQuarantineReasons>['dropped']
}

/** Says of which sources more rows were rejected than are kept; nothing where that is so of none. */
export function DroppedNote({ dropped }: DroppedNoteProps) {
  return dropped.map(({ customerId, customerName, sourceSystem, dropped: count, droppedSince }) => (
    <Alert
      key={`${customerId} ${sourceSystem}`}
      type="warning"
      showIcon
      title={
        <>
          {formatCounted(count, 'more row', 'more rows')} of {sourceSystem} ({customerName}){' '}
          {count === 1 ? 'was' : 'were'} rejected since <TimeText at={droppedSince} /> and not kept
        </>
      }
      description={`At most ${formatCount(maxQuarantined)} rejected rows of a source are kept. Correct what is wrong at the source, then retry or delete the rows here, and have it send the rest again.`}
    />
  ))
}
