import { addDays } from '@callboard/contract/calendar'
import { formatCounted } from '@callboard/contract/format'
import { formatDay } from '@callboard/contract/format-time'
import {
  type Assignment,
  editNumbers,
  GivenAssignment,
  type NumberTimeline,
} from '@callboard/contract/numbers'
import { Drawer, Form } from 'antd'
import type { ReactNode } from 'react'
import { AssignmentFields } from '#web/features/numbers/AssignmentFields.tsx'
import {
  type AssignmentFields as Fields,
  emptyFields,
  fieldsOf,
  findInterrupted,
  type Interrupted,
  setEdit,
  timelineEdit,
} from '#web/features/numbers/assignment-values.ts'
import { standsForText } from '#web/features/numbers/assignment-words.ts'
import { EditPreview } from '#web/features/numbers/EditPreview.tsx'
import { numberSubjects } from '#web/features/numbers/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { spanText } from '#web/lib/valid-span.ts'
import { Hint } from '#web/ui/layout.tsx'

interface AssignmentDrawerProps {
  /** Of one customer. */
  numbers: readonly [NumberTimeline, ...NumberTimeline[]]
  /** Of the one number; undefined: another one, or what several numbers are to have. */
  edited?: Assignment | undefined
  isOfSeveral?: boolean
  onClose: () => void
}

const declared = { type: 'numberAssignment', body: GivenAssignment } as const

/** What numbers stand for from one day to another, and which calls that changes. */
export function AssignmentDrawer({ numbers, edited, isOfSeveral = false, onClose }: AssignmentDrawerProps) {
  const isNarrow = useMediaQuery(narrowList)
  const invalidate = useInvalidate()
  const [first] = numbers
  const { timeZone, customerId, currency } = first
  const editOf = (fields: Fields) =>
    isOfSeveral
      ? setEdit(
          numbers.map(({ id }) => id),
          fields,
        )
      : timelineEdit(first, fields, edited)
  return (
    <Drawer
      open
      title={titleOf(numbers.length, { isOfSeveral, isNew: edited === undefined })}
      size={isNarrow ? '100vw' : 'clamp(520px, 48vw, 760px)'}
      styles={{ body: { paddingBottom: 0 } }}
      onClose={onClose}
    >
      {isOfSeveral && (
        <Hint margin="0 0 16px">
          Only what you enter here changes. All else that these numbers stand for stays as it is.
        </Hint>
      )}
      <EditForm<Fields>
        name="assignment"
        fields={declared}
        isNew
        isWide
        initialValues={edited === undefined ? emptyFields : fieldsOf(edited, timeZone)}
        savedMessage="Saved. Earlier calls follow within a few minutes."
        save={async (fields) => {
          const edit = editOf(fields)
          if (edit === undefined)
            throw new Error(
              `Enter what ${numbers.length === 1 ? 'the number stands' : 'these numbers stand'} for.`,
            )
          await send(editNumbers, { body: edit })
          await invalidate(...numberSubjects)
          onClose()
        }}
      >
        <AssignmentFields customerId={customerId} timeZone={timeZone} currency={currency} />
        <Entered>
          {(fields) => (
            <>
              {!isOfSeveral && edited === undefined && (
                <InterruptedNote found={findInterrupted(first, fields)} fields={fields} timeZone={timeZone} />
              )}
              <EditPreview edit={editOf(fields)} timeZone={timeZone} />
            </>
          )}
        </Entered>
      </EditForm>
    </Drawer>
  )
}

interface InterruptedNoteProps {
  found: Interrupted | undefined
  fields: Fields
  timeZone: string
}

function InterruptedNote({ found, fields: { from }, timeZone }: InterruptedNoteProps) {
  if (found === undefined) return null
  const { assignment, after } = found
  return (
    <Hint margin="0 0 16px">
      “{standsForText(assignment) || spanText(assignment, timeZone)}” ends on{' '}
      {formatDay(addDays(from, -1), true)}
      {after === undefined ? '.' : `, and goes on from ${formatDay(after, true)}.`}
    </Hint>
  )
}

/** What is made of what the form holds now. */
function Entered({ children: renderEntered }: { children: (fields: Fields) => ReactNode }) {
  const form = Form.useFormInstance<Fields>()
  const fields = Form.useWatch((all: Fields) => all, form)
  return fields === undefined ? null : renderEntered({ ...emptyFields, ...fields })
}

function titleOf(count: number, { isOfSeveral, isNew }: { isOfSeveral: boolean; isNew: boolean }): string {
  if (isOfSeveral) return `Change ${formatCounted(count, 'number')}`
  return isNew ? 'Add Assignment' : 'Edit Assignment'
}
