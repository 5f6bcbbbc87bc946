import * as endpoints from '@callboard/contract/annotations'
import { annotationFields, type AnnotationsEdit } from '@callboard/contract/annotations'
import { fields } from '@callboard/contract/call-fields'
import { formatCounted } from '@callboard/contract/format'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { callValuesQuery } from '#web/features/calls/annotations/annotation-queries.ts'
import {
  changedTagsText,
  clearedText,
  presentTagsText,
  presentText,
  replacedText,
} from '#web/features/calls/annotations/present-values.ts'
import { PresentValues } from '#web/features/calls/annotations/PresentValues.tsx'
import { LeadStatusInput } from '#web/features/calls/annotations/LeadStatusInput.tsx'
import { TagsInput } from '#web/features/calls/annotations/TagsInput.tsx'
import classes from '#web/features/calls/annotations/EditCallsModal.module.css'
import { send } from '#web/lib/api/api.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useFormDraft } from '#web/records/forms/form-draft.ts'
import { RestoredDraft } from '#web/records/forms/RestoredDraft.tsx'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { Hint } from '#web/ui/layout.tsx'

interface EditCallsModalProps {
  ids: string[]
  onEdited: () => void
  onClose: () => void
}

const EditForm = z
  .object({
    addTags: z.array(z.string()),
    removeTags: z.array(z.string()),
    leadStatus: z.string(),
    score: z.number().nullable(),
    value: z.string(),
    note: z.string(),
    clear: z.array(z.enum(annotationFields)),
    giveBack: z.array(z.enum(annotationFields)),
  })
  .partial()
type EditForm = z.infer<typeof EditForm>

const named = ['addTags', 'removeTags', 'leadStatus', 'score', 'value', 'note', 'giveBack'] as const
const changed = ['call', 'report', 'dashboard', 'parameterValue'] as const

const nothing = {
  addTags: [],
  removeTags: [],
  leadStatus: '',
  score: null,
  value: '',
  note: '',
  clear: [],
  giveBack: [],
} as const

/** What is changed of several calls; what is left empty stays as each of them has it. */
export function EditCallsModal({ ids, onEdited, onClose }: EditCallsModalProps) {
  const [form] = Form.useForm<EditForm>()
  /** A tag that is taken when its input is left, at the latest by the click on the button. */
  const [typed, setTyped] = useState('')
  // Of these calls alone: with others selected it would say something else.
  const draft = useFormDraft(form, { of: `calls:${ids.toSorted().join()}`, initialValues: nothing })
  // As the form has them at that moment: what watches a form is told later, when a click may have passed.
  const [values, setValues] = useState(() => EditForm.safeParse(draft.restored?.values).data ?? {})
  const isEmpty = isNothing(editOf(values)) && typed.trim() === ''
  const sayDone = useDoneMessage(changed)
  const invalidate = useInvalidate()
  const what = formatCounted(ids.length, 'call')
  const editing = useMutation({
    mutationFn: async (edit: CallsEdit) =>
      await draft.send(async () => await send(endpoints.updateAnnotations, { body: { ids, ...edit } })),
    onSuccess: ({ changed: count, unchanged, change }) => {
      const same = unchanged === 0 ? '' : ` ${formatCounted(unchanged, 'call')} already had these values.`
      const undo = change === null ? undefined : async () => await undoOf(change, count)
      sayDone(`${formatCounted(count, 'call')} edited.${same}`, undo)
      onEdited()
      onClose()
    },
    onError: (error) => form.setFields(fieldErrors(error, named)),
    onSettled: async () => await invalidate(...changed),
  })
  return (
    <Modal
      open
      title={`Edit ${what}`}
      okText={editing.isPending ? `Editing ${what}…` : `Edit ${what}`}
      okButtonProps={{ disabled: isEmpty }}
      confirmLoading={editing.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Hint margin="0 0 12px">
        Fields that you leave empty do not change. Tags are added to those that each call has, or removed from
        them.
      </Hint>
      <Form<EditForm>
        form={form}
        name="edit-calls"
        layout="vertical"
        onValuesChange={(_, filled: EditForm) => {
          setValues(filled)
          draft.keep(filled)
        }}
        onFinish={(filled) => {
          const edit = editOf(filled)
          if (!isNothing(edit)) editing.mutate(edit)
        }}
      >
        <RestoredDraft
          draft={draft}
          onDiscard={() => {
            setValues({})
            draft.discard()
          }}
        />
        <EditFields ids={ids} entered={values} onTypeTag={setTyped} />
        {editing.error !== null && <SaveError error={editing.error} fields={named} />}
      </Form>
    </Modal>
  )
}

interface EditFieldsProps {
  ids: readonly string[]
  entered: EditForm
  onTypeTag: (text: string) => void
}

function EditFields({ ids, entered, onTypeTag }: EditFieldsProps) {
  const { data } = useQuery(callValuesQuery(ids))
  const calls = data?.items
  const edit = editOf(entered)
  const hintOf = (field: 'leadStatus' | 'score' | 'value' | 'note') => {
    const value = edit[field] ?? undefined
    return (
      <PresentValues
        calls={calls}
        present={(now) => presentText(field, now)}
        replaced={value === undefined ? undefined : (now) => replacedText(field, now, value)}
      />
    )
  }
  const { addTags, removeTags } = edit
  const { clear = [], giveBack = [] } = entered
  return (
    <div className={classes.fields}>
      <Form.Item
        name="addTags"
        label="Add tags"
        className={classes.wide ?? ''}
        extra={
          <PresentValues
            calls={calls}
            present={presentTagsText}
            replaced={addTags && ((now) => changedTagsText('add', now, addTags))}
          />
        }
      >
        <TagsInput onType={onTypeTag} />
      </Form.Item>
      <Form.Item
        name="removeTags"
        label="Remove tags"
        className={classes.wide ?? ''}
        extra={
          removeTags && (
            <PresentValues calls={calls} replaced={(now) => changedTagsText('remove', now, removeTags)} />
          )
        }
      >
        <TagsInput onType={onTypeTag} />
      </Form.Item>
      <Form.Item name="leadStatus" label="Lead status" extra={hintOf('leadStatus')}>
        <LeadStatusInput />
      </Form.Item>
      <Form.Item name="score" label="Score" extra={hintOf('score')}>
        <InputNumber precision={0} placeholder="0 to 100" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="value"
        label="Value per call"
        tooltip="In the currency of the call, or of its customer if the call has none."
        extra={hintOf('value')}
      >
        <Input inputMode="decimal" placeholder="Amount" />
      </Form.Item>
      <Form.Item name="note" label="Note" className={classes.wide ?? ''} extra={hintOf('note')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item
        name="clear"
        label="Clear these fields"
        className={classes.half ?? ''}
        extra={
          clear.length > 0 && <PresentValues calls={calls} replaced={(now) => clearedText(clear, now)} />
        }
      >
        <Select mode="multiple" options={fieldOptions} placeholder="Nothing" />
      </Form.Item>
      <Form.Item
        name="giveBack"
        label="Reset to the source’s values"
        className={classes.half ?? ''}
        extra={
          giveBack.length > 0 && (
            <PresentValues calls={calls} replaced={() => 'Replaces what people have set there'} />
          )
        }
      >
        <Select mode="multiple" options={fieldOptions} placeholder="Nothing" />
      </Form.Item>
    </div>
  )
}

const fieldOptions = annotationFields.map((name) => ({ value: name, label: fields[name].label }))

type CallsEdit = Omit<AnnotationsEdit, 'ids'>

function isNothing(edit: CallsEdit): boolean {
  return Object.keys(edit).length === 0
}

/** Without what was left empty. */
function editOf({ clear = [], giveBack = [], ...form }: EditForm): CallsEdit {
  const { addTags = [], removeTags = [], leadStatus = '', score, value = '', note = '' } = form
  return {
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(leadStatus !== '' && { leadStatus }),
    ...(typeof score === 'number' && { score }),
    ...(value.trim() !== '' && { value: value.trim() }),
    ...(note.trim() !== '' && { note }),
    ...Object.fromEntries(clear.map((name) => [name, null])),
    ...(giveBack.length > 0 && { giveBack }),
  }
}

async function undoOf(change: number, count: number): Promise<void> {
  const undone = await send(endpoints.undoAnnotations, { body: { change } })
  if (undone.changed === count) return
  const left = formatCounted(count - undone.changed, 'call')
  throw new Error(`Undone, except for ${left} that somebody has edited since.`)
}
