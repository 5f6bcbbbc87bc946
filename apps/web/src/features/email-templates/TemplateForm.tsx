import * as endpoints from '@callboard/contract/email-templates'
import { Button, Form, Tooltip } from 'antd'
import { useRef } from 'react'
import { TemplatePreview } from '#web/features/email-templates/TemplatePreview.tsx'
import classes from '#web/features/email-templates/template.module.css'
import { send } from '#web/lib/api/api.ts'
import { LongTextItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { Hint } from '#web/ui/layout.tsx'

type Values = ReturnType<typeof valuesOf>

interface TemplateFormProps {
  /** Undefined: a new one. */
  template: endpoints.EmailTemplate | undefined
}

export function TemplateForm({ template }: TemplateFormProps) {
  return (
    <RecordForm
      record={template}
      initialValues={valuesOf(template)}
      create={(body) => send(endpoints.createEmailTemplate, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateEmailTemplate, { params: { id }, body: { ...values, revision } })
      }
      isWide
    >
      <div className={classes.columns}>
        <div>
          <Texts template={template} />
        </div>
        <Form.Item<Values>
          noStyle
          shouldUpdate={(before, after) =>
            before.subject !== after.subject ||
            before.bodyHtml !== after.bodyHtml ||
            before.bodyText !== after.bodyText
          }
        >
          {({ getFieldsValue }) => {
            const { subject, bodyHtml, bodyText } = { ...valuesOf(template), ...getFieldsValue() }
            return (
              <TemplatePreview texts={{ subject, bodyHtml, bodyText }} templateKey={template?.key ?? null} />
            )
          }}
        </Form.Item>
      </div>
    </RecordForm>
  )
}

const textFields = ['subject', 'bodyHtml', 'bodyText'] as const
type TextField = (typeof textFields)[number]

function Texts({ template }: { template: endpoints.EmailTemplate | undefined }) {
  const form = Form.useFormInstance<Values>()
  const last = useRef<{ field: TextField; from: number; to: number }>({ field: 'bodyText', from: 0, to: 0 })
  const note = (field: TextField) => ({
    onBlur: ({ target }: React.FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      last.current = { field, from: target.selectionStart ?? 0, to: target.selectionEnd ?? 0 }
    },
  })
  /** Where the cursor was last. */
  function insert(name: string) {
    const { field, from, to } = last.current
    const entered: unknown = form.getFieldValue(field)
    const text = typeof entered === 'string' ? entered : ''
    const added = `{{ ${name} }}`
    form.setFieldValue(field, text.slice(0, from) + added + text.slice(to))
    last.current = { field, from: from + added.length, to: from + added.length }
    document.getElementById(`emailtemplate_${field}`)?.focus()
  }
  return (
    <>
      <TextItem name="name" />
      <LongTextItem name="description" rows={[1, 4]} />
      {(template === undefined || template.key === null) && <SwitchItem name="isActive" />}
      <Variables variables={template?.variables ?? standardVariables} onChosen={insert} />
      <TextItem name="subject" missing="An email needs a subject." input={note('subject')} />
      <LongTextItem
        name="bodyHtml"
        extra="Leave empty to send plain text only. Put styles in style attributes, as email clients require."
        className={classes.code ?? ''}
        rows={[8, 22]}
        input={{ spellCheck: false, ...note('bodyHtml') }}
      />
      <LongTextItem
        name="bodyText"
        extra="For email clients that do not show HTML."
        missing="An email needs plain text."
        className={classes.code ?? ''}
        rows={[6, 18]}
        input={{ spellCheck: false, ...note('bodyText') }}
      />
    </>
  )
}

interface VariablesProps {
  variables: readonly endpoints.TemplateVariable[]
  onChosen: (name: string) => void
}

function Variables({ variables, onChosen }: VariablesProps) {
  return (
    <>
      <Hint margin="0 0 8px">Variables. Click one to insert it at the cursor:</Hint>
      <ul className={classes.variables}>
        {variables.map(({ name, description, isRequired }) => (
          <li key={name}>
            <Tooltip title={isRequired ? `${description} Required in this email.` : description}>
              <Button size="small" onClick={() => onChosen(name)}>
                {name}
                {isRequired && ' *'}
              </Button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Of a template that is not saved yet. */
const standardVariables: readonly endpoints.TemplateVariable[] = [
  ['productName', 'The name of the portal'],
  ['portalUrl', 'Where the portal is reached'],
  ['user.firstName', 'The first name of who gets the email'],
  ['user.lastName', 'Their last name'],
  ['user.userName', 'Their user name'],
].map(([name = '', description = '']) => ({ name, description, isRequired: false }))

function valuesOf(template: endpoints.EmailTemplate | undefined) {
  if (template === undefined)
    return {
      name: '',
      description: '',
      subject: '',
      bodyHtml: '<p>Hello {{ user.firstName | default: user.userName }},</p>\n',
      bodyText: 'Hello {{ user.firstName | default: user.userName }},\n',
      isActive: true,
    }
  const { name, description, subject, bodyHtml, bodyText, isActive } = template
  return { name, description, subject, bodyHtml, bodyText, isActive }
}
