import {
  callBackNoteLimit,
  closeCaller,
  type MissedCaller,
  outcomeLabels,
  remindOfCaller,
  reopenCaller,
} from '@callboard/contract/call-backs'
import { formatPhone } from '@callboard/contract/format-phone'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useRef, useState } from 'react'
import { instantOf, localText, proposedReminders } from '#web/features/call-backs/reminder-times.ts'
import { ofCaller } from '#web/features/call-backs/of-caller.ts'
import { send } from '#web/lib/api/api.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { PlainInput } from '#web/ui/fields/PlainInput.tsx'
import { Hint, Row, Stack, Text } from '#web/ui/layout.tsx'

export type CallBackAction = 'calledBack' | 'notNeeded' | 'remind'

interface CallBackDialogProps {
  action: CallBackAction
  caller: MissedCaller
  timeZone: string
  onClose: () => void
}

const words = {
  calledBack: { title: outcomeLabels.calledBack, done: 'is called back.' },
  notNeeded: { title: 'No call back needed', done: 'needs no call back.' },
  remind: { title: 'Remind me', done: 'is under the reminders.' },
} as const satisfies Record<CallBackAction, object>

const changed = ['callBack'] as const
const noFields: readonly string[] = []

/** A note, and the time of a reminder. What is typed stays when the server refuses it. */
export function CallBackDialog({ action, caller, timeZone: zoneNow, onClose }: CallBackDialogProps) {
  const [note, setNote] = useState('')
  // As the dialog was opened: what was read in one zone is not sent in another.
  const [{ timeZone, proposed }] = useState(() => ({
    timeZone: zoneNow,
    proposed: proposedReminders(Temporal.Now.instant(), zoneNow),
  }))
  const [time, setTime] = useState(() => (proposed[0] === undefined ? '' : localText(proposed[0].at)))
  const at = instantOf(time, timeZone)
  const sayDone = useDoneMessage(changed)
  const invalidate = useInvalidate()
  const body = ofCaller(caller)
  const saving = useMutation({
    mutationFn: async () =>
      action === 'remind'
        ? await send(remindOfCaller, { body: { ...body, at: at ?? '', note } })
        : await send(closeCaller, { body: { ...body, outcome: action, note } }),
    onSuccess: () => {
      sayDone(`${formatPhone(caller.number)} ${words[action].done}`, async () => {
        await send(reopenCaller, { body })
      })
      onClose()
    },
    onSettled: async () => await invalidate(...changed),
  })
  const canSave = action !== 'remind' || at !== undefined
  const save = () => {
    if (canSave && !saving.isPending) saving.mutate()
  }
  const noteId = useId()
  const noteInput = useRef<TextAreaRef>(null)
  return (
    <Modal
      open
      title={`${words[action].title}: ${caller.name ?? formatPhone(caller.number)}`}
      okText={action === 'remind' ? 'Remind me' : 'Save'}
      okButtonProps={{ disabled: !canSave }}
      confirmLoading={saving.isPending}
      onOk={save}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && noteInput.current?.focus()}
    >
      <Stack gap={16}>
        {action === 'remind' && (
          <ReminderTime time={time} timeZone={timeZone} proposed={proposed} onChange={setTime} />
        )}
        <div>
          <label htmlFor={noteId}>Note</label>
          <Input.TextArea
            id={noteId}
            ref={noteInput}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={callBackNoteLimit}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            onPressEnter={(event) => {
              if (event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              save()
            }}
          />
          <Hint margin="4px 0 0">Optional. Enter saves, Shift and Enter begin a new line.</Hint>
        </div>
        {saving.error !== null && <SaveError error={saving.error} fields={noFields} />}
      </Stack>
    </Modal>
  )
}

interface ReminderTimeProps {
  time: string
  timeZone: string
  proposed: ReturnType<typeof proposedReminders>
  onChange: (time: string) => void
}

function ReminderTime({ time, timeZone, proposed, onChange }: ReminderTimeProps) {
  const id = useId()
  return (
    <Stack gap={8}>
      <label htmlFor={id}>When, in {timeZone}</label>
      <Row gap={8} wrap>
        {proposed.map(({ label, at }) => (
          <Button
            key={label}
            size="small"
            type={time === localText(at) ? 'primary' : 'default'}
            aria-pressed={time === localText(at)}
            onClick={() => onChange(localText(at))}
          >
            {label}
          </Button>
        ))}
      </Row>
      <PlainInput
        id={id}
        type="datetime-local"
        max="9999-12-31T23:59"
        value={time}
        onChange={({ target }) => onChange(target.value)}
      />
      {instantOf(time, timeZone) === undefined && <Text tone="worse">Choose a day and a time.</Text>}
    </Stack>
  )
}
