import { callBackNoteLimit, type MissedCaller, outcomeLabels } from '@callboard/contract/call-backs'
import { formatPhone } from '@callboard/contract/format-phone'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Input, Modal } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, useRef, useState } from 'react'
import { z } from 'zod'
import { proposedReminders } from '#web/features/call-backs/reminder-times.ts'
import { changeCaller } from '#web/features/call-backs/change-caller.ts'
import { useEnteredValue } from '#web/lib/drafts/entered-value.ts'
import { type LocalMoment, readMoment, writeLocal } from '#web/lib/local-moment.ts'
import { useNow } from '#web/lib/now.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { NoAddressNote } from '#web/records/NoAddressNote.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { DateTimeInput } from '#web/ui/fields/DateTimeInput.tsx'
import { Hint, Row, Stack } from '#web/ui/layout.tsx'

export type CallBackAction = 'calledBack' | 'notNeeded' | 'remind'

interface CallBackDialogProps {
  action: CallBackAction
  caller: MissedCaller
  timeZone: string
  onClose: () => void
}

const Entered = z.object({
  note: z.string(),
  /** Null until one is chosen. */
  moment: z.object({ day: z.string(), time: z.string(), isSecond: z.boolean().optional() }).nullable(),
  byEmail: z.boolean(),
})
type Entered = z.infer<typeof Entered>

const nothing: Entered = { note: '', moment: null, byEmail: true }

const words = {
  calledBack: { title: outcomeLabels.calledBack, done: 'is called back.', state: 'done' },
  notNeeded: { title: 'No call back needed', done: 'needs no call back.', state: 'notNeeded' },
  remind: { title: 'Remind me', done: 'is under the reminders.' },
} as const satisfies Record<CallBackAction, object>

const changed = ['callBack'] as const
const noFields: readonly string[] = []

/** A note, and the time of a reminder. What is typed stays when the server refuses it. */
export function CallBackDialog({ action, caller, timeZone: zoneNow, onClose }: CallBackDialogProps) {
  // As the dialog was opened: what was read in one zone is not sent in another.
  const [{ timeZone, proposed }] = useState(() => ({
    timeZone: zoneNow,
    proposed: proposedReminders(Temporal.Now.instant(), zoneNow),
  }))
  const first: LocalMoment = proposed[0] === undefined ? { day: '', time: '' } : writeLocal(proposed[0].at)
  // With the zone in which the time was read: in another one it would be another instant.
  const about = `${action}:${caller.customerId}:${caller.number}`
  const draft = useEnteredValue<Entered>(`callBack:${about}:${timeZone}`, Entered, nothing)
  const { note, moment: chosen, byEmail } = draft.value ?? nothing
  const moment = chosen ?? first
  const enter = (entered: Partial<Entered>) => draft.enter({ note, moment: chosen, byEmail, ...entered })
  const now = useNow()
  const read = readMoment(moment, timeZone, { now, isAhead: true })
  const at = 'value' in read ? instantText(read.value) : undefined
  const sayDone = useDoneMessage(changed)
  const invalidate = useInvalidate()
  const saving = useMutation({
    mutationFn: async () =>
      await draft.send(async () =>
        action === 'remind'
          ? await changeCaller(caller, { state: 'open', remindAt: at, note, byEmail })
          : await changeCaller(caller, { state: words[action].state, note }),
      ),
    onSuccess: () => {
      sayDone(`${formatPhone(caller.number)} ${words[action].done}`, async () => {
        await changeCaller(caller, { state: 'open' })
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
        {draft.restored !== undefined && (
          <RestoredNote savedAt={draft.restored.savedAt} onDiscard={draft.giveUp} />
        )}
        {action === 'remind' && (
          <ReminderTime
            moment={moment}
            timeZone={timeZone}
            proposed={proposed}
            onChange={(wanted) => enter({ moment: wanted })}
          />
        )}
        <div>
          <label htmlFor={noteId}>Note</label>
          <Input.TextArea
            id={noteId}
            ref={noteInput}
            autoSize={{ minRows: 2, maxRows: 8 }}
            maxLength={callBackNoteLimit}
            value={note}
            onChange={({ target }) => enter({ note: target.value })}
            onPressEnter={(event) => {
              if (event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              save()
            }}
          />
          <Hint margin="4px 0 0">Optional. Enter saves, Shift and Enter begin a new line.</Hint>
        </div>
        {action === 'remind' && (
          <EmailChoice isChosen={byEmail} onChange={(wanted) => enter({ byEmail: wanted })} />
        )}
        {saving.error !== null && <SaveError error={saving.error} fields={noFields} />}
      </Stack>
    </Modal>
  )
}

interface EmailChoiceProps {
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function EmailChoice({ isChosen, onChange }: EmailChoiceProps) {
  return (
    <Stack gap={8}>
      <Checkbox checked={isChosen} onChange={({ target }) => onChange(target.checked)}>
        Email me, too
      </Checkbox>
      {isChosen && (
        <NoAddressNote title="You have no email address, so you are reminded in the portal only" />
      )}
    </Stack>
  )
}

interface ReminderTimeProps {
  moment: LocalMoment
  timeZone: string
  proposed: ReturnType<typeof proposedReminders>
  onChange: (moment: LocalMoment) => void
}

function ReminderTime({ moment, timeZone, proposed, onChange }: ReminderTimeProps) {
  const now = useNow()
  return (
    <Stack gap={8}>
      <Row gap={8} wrap>
        {proposed.map(({ label, at }) => {
          const { day, time } = writeLocal(at)
          const isChosen = moment.day === day && moment.time === time
          return (
            <Button
              key={label}
              size="small"
              type={isChosen ? 'primary' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onChange({ day, time })}
            >
              {label}
            </Button>
          )
        })}
      </Row>
      <DateTimeInput label="When" isAhead now={now} value={moment} timeZone={timeZone} onChange={onChange} />
    </Stack>
  )
}

function instantText(at: Temporal.ZonedDateTime): string {
  return at.toInstant().toString({ smallestUnit: 'millisecond' })
}
