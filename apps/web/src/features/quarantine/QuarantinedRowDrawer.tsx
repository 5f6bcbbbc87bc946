import {
  type QuarantinedForm,
  type QuarantinedRecord,
  deleteQuarantined,
  problemOfEdit,
  retryQuarantined,
  updateQuarantined,
} from '@callboard/contract/quarantine'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Input } from 'antd'
import { useId, useState } from 'react'
import { z } from 'zod'
import classes from '#web/features/quarantine/QuarantinedRow.module.css'
import { quarantinedQuery, quarantineSubjects } from '#web/features/quarantine/queries.ts'
import { fieldsOf, spreadOut } from '#web/features/quarantine/row-fields.ts'
import { send } from '#web/lib/api/api.ts'
import { useEnteredValue } from '#web/lib/drafts/entered-value.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Hint, Row, Stack, Text } from '#web/ui/layout.tsx'

interface QuarantinedRowDrawerProps {
  id: string
  onClose: () => void
}

/** A rejected row as it came, with what is wrong with it, and what can be done about that. */
export function QuarantinedRowDrawer({ id, onClose }: QuarantinedRowDrawerProps) {
  const isNarrow = useMediaQuery(narrowList)
  const query = useQuery(quarantinedQuery(id))
  return (
    <Drawer
      open
      title="Rejected row"
      size={isNarrow ? '100vw' : 'clamp(520px, 56vw, 860px)'}
      onClose={onClose}
    >
      <QueryState query={query} errorTitle="The row could not be loaded">
        {(row) => <RejectedRow key={row.raw} row={row} onClose={onClose} />}
      </QueryState>
    </Drawer>
  )
}

function RejectedRow({ row, onClose }: { row: QuarantinedRecord; onClose: () => void }) {
  const isViewingAs = useIsViewingAs()
  const draft = useEnteredValue(`quarantine:${row.id}`, z.string(), spreadOut(row.raw))
  const { value: edited } = draft
  const { id, customerName, sourceSystem, line, receivedAt, isReadable, errors } = row
  const isMended = errors.length === 0
  return (
    <Stack gap={16}>
      <Hint breaks="anywhere" margin="0">
        {customerName} · {sourceSystem} · line {line} · <TimeText at={receivedAt} />
      </Hint>
      {row.isMerge && <Hint margin="0">Sent to change only these fields of its call. The others stay.</Hint>}
      {isReadable && hints[row.form] !== undefined && <Hint margin="0">{hints[row.form]}</Hint>}
      <WhatIsWrong row={row} />
      {edited === undefined ? (
        <>
          <Fields row={row} />
          {!isViewingAs && (
            <Row gap={8} wrap>
              {isReadable && <RetryButton id={id} isPrimary={isMended} onDone={onClose} />}
              {row.form !== 'events' && (
                <Button
                  type={isMended ? 'default' : 'primary'}
                  onClick={() => draft.enter(spreadOut(row.raw))}
                >
                  Edit
                </Button>
              )}
              <ActionButton
                danger
                action={async () => await send(deleteQuarantined, { params: { id } })}
                changes={quarantineSubjects}
                question={{
                  title: 'Delete this row for good?',
                  content: 'Its call will be missing from every report, unless it is sent again.',
                  okText: 'Delete',
                }}
                done="Deleted."
                onDone={onClose}
              >
                Delete
              </ActionButton>
            </Row>
          )}
        </>
      ) : (
        <RowEditor row={row} edited={edited} draft={draft} onClose={onClose} />
      )}
    </Stack>
  )
}

/** What a retry does with it. */
const hints: Partial<Record<QuarantinedForm, string>> = {
  row: 'A row of a file, by its columns. A retry reads it by the mapping as it is now.',
  body: 'What the system posted. A retry reads it as the source is set up now.',
  events: 'All that the system said of this call. The call is made of it again when its source is changed.',
}

const unreadable: Record<QuarantinedForm, string> = {
  call: 'This is not a call in JSON, so it cannot be retried as it is. Edit it here, or have it sent again.',
  row: 'This line cannot be read alone. Correct the file, or the source, and import the file again.',
  body: 'No source of the customer takes what was posted here now.',
  events: 'What the system said of this call is no longer kept.',
}

interface RowEditorProps {
  row: QuarantinedRecord
  edited: string
  draft: ReturnType<typeof useEnteredValue<string>>
  onClose: () => void
}

/** The text of a row. What cannot be saved is said below it, and stays there. */
function RowEditor({ row: { id, raw }, edited, draft, onClose }: RowEditorProps) {
  const errorId = useId()
  const [problem, setProblem] = useState<string>()
  async function save() {
    const slip = problemOfEdit(raw, edited)
    setProblem(slip)
    if (slip !== undefined) return
    try {
      const saved = await draft.send(
        async () => await send(updateQuarantined, { params: { id }, body: { raw: edited } }),
      )
      const isMended = saved.errors.length === 0
      const { rejected } = isMended ? await send(retryQuarantined, { body: { ids: [id] } }) : { rejected: 1 }
      if (rejected === 0) onClose()
      draft.giveUp()
    } catch (error) {
      const refused = fieldErrors(error, ['raw']).flatMap(({ errors }) => errors)
      if (refused.length === 0) throw error
      setProblem(refused.join(' '))
    }
  }
  return (
    <>
      {draft.restored !== undefined && (
        <RestoredNote
          savedAt={draft.restored.savedAt}
          {...(draft.restored.isChangedSince && {
            since: 'Somebody has changed the row since. Saving replaces what they entered.',
          })}
          onDiscard={draft.giveUp}
        />
      )}
      <Stack gap={4}>
        <Input.TextArea
          aria-label="The row as JSON"
          aria-invalid={problem !== undefined}
          aria-describedby={errorId}
          status={problem === undefined ? '' : 'error'}
          className={classes.value ?? ''}
          autoSize={{ minRows: 8, maxRows: 28 }}
          spellCheck={false}
          value={edited}
          onChange={({ target }) => {
            setProblem(undefined)
            draft.enter(target.value)
          }}
        />
        <Text as="div" tone="worse" fontSize={13} breaks="anywhere" id={errorId} role="alert">
          {problem}
        </Text>
      </Stack>
      <Row gap={8} wrap>
        <ActionButton type="primary" action={save} changes={quarantineSubjects}>
          Save and retry
        </ActionButton>
        <Button onClick={draft.giveUp}>Cancel</Button>
      </Row>
    </>
  )
}

interface RetryButtonProps {
  id: string
  isPrimary: boolean
  onDone: () => void
}

function RetryButton({ id, isPrimary, onDone }: RetryButtonProps) {
  return (
    <ActionButton
      type={isPrimary ? 'primary' : 'default'}
      action={async () => {
        const { rejected } = await send(retryQuarantined, { body: { ids: [id] } })
        if (rejected === 0) onDone()
      }}
      changes={quarantineSubjects}
    >
      Retry
    </ActionButton>
  )
}

function WhatIsWrong({ row: { description, errors, isReadable, form } }: { row: QuarantinedRecord }) {
  if (!isReadable) return <Alert type="error" showIcon title={description} description={unreadable[form]} />
  if (errors.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        title="Nothing is wrong with this row now. Retry it."
        description={`It was rejected with: ${description}`}
      />
    )
  return <Alert type="error" showIcon title={errors.map((error) => error.description).join(' ')} />
}

function Fields({ row }: { row: QuarantinedRecord }) {
  const fields = fieldsOf(row)
  if (fields === undefined) return <pre className={classes.value}>{row.raw}</pre>
  return (
    <table className={classes.fields}>
      <tbody>
        {fields.map(({ name, value, error }) => (
          <tr key={name} className={error === undefined ? undefined : classes.wrong}>
            <th scope="row">{name}</th>
            <td>
              <span className={classes.value}>{value ?? <NoValue meaning="not sent" />}</span>
              {error !== undefined && <Box tone="worse">{error}</Box>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
