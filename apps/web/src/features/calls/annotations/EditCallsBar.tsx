import { formatCounted } from '@callboard/contract/format'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { SelectedCalls } from '#web/features/calls/list/call-selection.ts'
import classes from '#web/features/calls/annotations/EditCallsBar.module.css'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { Row } from '#web/ui/layout.tsx'

const EditCallsModal = lazyExport(
  () => import('#web/features/calls/annotations/EditCallsModal.tsx'),
  'EditCallsModal',
)

/** What can be done with the selected calls. */
export function EditCallsBar({ selection }: { selection: SelectedCalls }) {
  const [isEditing, setEditing] = useState(false)
  const { ids, clear } = selection
  if (ids.size === 0) return null
  const what = formatCounted(ids.size, 'call')
  return (
    <section className={classes.bar} aria-label="Selected calls">
      <span role="status">{what} selected</span>
      <Row as="span" gap={8}>
        <Button onClick={clear}>Clear</Button>
        <Button type="primary" onClick={() => setEditing(true)}>
          Edit {what}
        </Button>
      </Row>
      {isEditing && (
        <Suspense>
          <EditCallsModal ids={[...ids]} onEdited={clear} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
