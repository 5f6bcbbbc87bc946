import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { explainedError } from '#web/lib/api/api-error.ts'
import { declaredLabel, type FormFields, FormFieldsContext } from '#web/records/forms/form-fields.ts'
import { fieldErrors, isAllInFields } from '#web/ui/fields/field-errors.ts'
import { isChange } from '#web/lib/drafts/field-draft.ts'
import { useFormDraft } from '#web/records/forms/form-draft.ts'
import { RestoredDraft } from '#web/records/forms/RestoredDraft.tsx'
import { useLeaveQuestion } from '#web/records/forms/leave-question.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import classes from '#web/records/forms/EditForm.module.css'
import { useMessage } from '#web/ui/message.tsx'
import { Box, QuietText } from '#web/ui/layout.tsx'

const noFields: readonly string[] = []

export interface EditFormProps<V extends object> {
  /** Begins the ids of the fields. */
  name: string
  /** As they are saved; give the form another `key` when they change. */
  initialValues: V
  save: (values: V) => Promise<unknown>
  /** The bar is there from the start, and nothing can be discarded. */
  isNew?: boolean
  saveLabel?: string
  /** Null: `save` says it itself. */
  savedMessage?: string | null
  /** Loads the values again after somebody else changed them. */
  onReload?: () => void
  isReadOnly?: boolean
  /** Beside the button of a new record: what it will do. */
  note?: ReactNode
  /** Fields that need the whole width: a table, an editor. */
  isWide?: boolean
  /** What the contract says of its fields. */
  fields?: FormFields
  /** Fields that are secret: what is entered there is never kept in the browser. */
  secretFields?: readonly string[]
  children: ReactNode
}

/**
 * A form that edits saved values. A bar with Save appears once something has changed, errors are shown under their
 * fields, nobody leaves with unsaved changes without being
 * asked, and what was entered and not saved is there again on the next visit.
 */
export function EditForm<V extends object>({
  name,
  initialValues,
  save,
  isNew = false,
  saveLabel = 'Save',
  savedMessage = 'Saved.',
  onReload,
  isReadOnly = false,
  isWide = false,
  note,
  fields: declared,
  secretFields = noFields,
  children,
}: EditFormProps<V>) {
  const [form] = Form.useForm()
  const message = useMessage()
  const values = Form.useWatch((all: Record<string, unknown>) => all, form)
  // What is wrong with a field that is not there yet is said below the form.
  const fields = Object.keys(initialValues).filter((field) => values !== undefined && field in values)
  const isChanged = Object.entries(initialValues).some(([field, value]) => isOther(values?.[field], value))
  const isDone = useRef(false)
  const { pathname, search } = useLocation()
  const draft = useFormDraft(form, {
    // The address of a new record may say what it begins with; that of a saved one, which of its tabs is open.
    of: `${pathname}${isNew ? search : ''}#${name}`,
    isOn: !isReadOnly,
    initialValues,
    secretFields,
  })
  const saving = useMutation({
    mutationFn: async (entered: V) => {
      // A new record is opened as soon as it exists: leaving the form then loses nothing.
      isDone.current = true
      return await draft.send(async () => await save(entered))
    },
    onSuccess: () => {
      if (savedMessage !== null) message.success(savedMessage)
    },
    onError: (error) => {
      isDone.current = false
      const paths = new Map(form.getFieldsError().map(({ name: path }) => [path.join('.'), path]))
      const errors = fieldErrors(error, [...paths.keys()]).map(({ name: path, ...wrong }) => ({
        name: paths.get(path) ?? [],
        ...wrong,
      }))
      form.setFields(errors)
      const [first] = errors
      if (first !== undefined) form.scrollToField(first.name, { focus: true, block: 'center' })
      if (!isAllInFields(error, fields)) message.error(explainedError(error))
    },
  })
  const isSecretEntered = secretFields.some((field) =>
    isOther(values?.[field], Reflect.get(initialValues, field)),
  )
  useLeaveQuestion(
    () => isChanged && !isDone.current,
    () => draft.isKept() && !isSecretEntered,
  )
  function discard() {
    draft.discard()
    saving.reset()
  }

  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ focus: true, block: 'center' }}
      disabled={isReadOnly}
      initialValues={initialValues}
      onValuesChange={(_, entered: V) => {
        isDone.current = false
        draft.keep(entered)
      }}
      onFinish={(entered: V) => saving.mutate({ ...initialValues, ...entered })}
    >
      <RestoredDraft draft={draft} labelOf={(field) => declaredLabel(declared, field)} onDiscard={discard} />
      <Box maxWidth={isWide ? undefined : 840}>
        <FormFieldsContext value={declared}>{children}</FormFieldsContext>
      </Box>
      {saving.error !== null && <SaveError error={saving.error} fields={fields} onReload={onReload} />}
      {(isNew || isChanged || saving.isPending) && !isReadOnly && (
        <div className={classes.bar} role="region" aria-label="Save">
          <QuietText as="div" flex="1 1 100px">
            {isNew ? note : 'Not saved yet'}
          </QuietText>
          {!isNew && <Button onClick={discard}>Discard</Button>}
          <Button type="primary" htmlType="submit" loading={saving.isPending}>
            {saveLabel}
          </Button>
        </div>
      )}
    </Form>
  )
}

/** A field that is not in the form yet is unchanged. */
function isOther(value: unknown, initial: unknown): boolean {
  return value !== undefined && isChange(initial, value)
}
