import { formatCount, formatCounted } from '@callboard/contract/format'
import {
  deleteManyQuarantined,
  downloadQuarantine,
  type QuarantineFilter,
  retryQuarantined,
} from '@callboard/contract/quarantine'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { quarantineSubjects } from '#web/features/quarantine/queries.ts'
import { download, send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useMessage } from '#web/ui/message.tsx'
import { QuietText, Row } from '#web/ui/layout.tsx'

interface QuarantineActionsProps {
  filter: QuarantineFilter
  /** How many rows the filter finds. */
  count: number
}

/** What can be done with all rows that are listed: in steps, each of which is whole, so that it can be stopped. */
export function QuarantineActions({ filter, count }: QuarantineActionsProps) {
  const message = useMessage()
  const isStopped = useRef(false)
  const [done, setDone] = useState<number>()

  /** Runs steps until no row is left behind the last one. */
  const inSteps = async (step: (after: string | null) => Promise<{ rows: number; next: string | null }>) => {
    isStopped.current = false
    setDone(0)
    try {
      for (let after: string | null = null; !isStopped.current;) {
        const { rows, next } = await step(after)
        setDone((before = 0) => before + rows)
        if (next === null) return
        after = next
      }
    } finally {
      setDone(undefined)
    }
  }

  const retryAll = async () => {
    let accepted = 0
    let rejected = 0
    await inSteps(async (after) => {
      const { next, retried, ...outcome } = await send(retryQuarantined, { body: { filter, after } })
      accepted += retried - outcome.rejected
      rejected += outcome.rejected
      return { rows: retried, next }
    })
    const left = rejected === 0 ? '' : ` ${formatCounted(rejected, 'row is', 'rows are')} still rejected.`
    message.success(`${formatCounted(accepted, 'row was', 'rows were')} accepted.${left}`)
  }

  const deleteAll = async () => {
    await inSteps(async (after) => {
      const { deleted, next } = await send(deleteManyQuarantined, { body: { filter, after } })
      return { rows: deleted, next }
    })
  }

  const rows = formatCounted(count, 'row', 'rows')
  return (
    <Row gap={8} wrap align="center">
      {done !== undefined && (
        <>
          <QuietText role="status">
            {formatCount(done)} of {formatCount(count)}
          </QuietText>
          <Button size="small" onClick={() => (isStopped.current = true)}>
            Stop
          </Button>
        </>
      )}
      <ActionButton
        disabled={count === 0 || done !== undefined}
        action={retryAll}
        changes={quarantineSubjects}
      >
        Retry all
      </ActionButton>
      <ActionButton
        disabled={count === 0}
        action={() => download(downloadQuarantine, { query: filter }, '*/*')}
        changes={[]}
      >
        Download
      </ActionButton>
      <ActionButton
        danger
        disabled={count === 0 || done !== undefined}
        action={deleteAll}
        changes={quarantineSubjects}
        question={{
          title: `Delete ${rows} for good?`,
          content: 'The calls in them will be missing from every report, unless they are sent again.',
          okText: `Delete ${rows}`,
        }}
      >
        Delete all
      </ActionButton>
    </Row>
  )
}
