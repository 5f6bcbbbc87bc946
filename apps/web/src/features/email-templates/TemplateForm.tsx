import * as endpoints from '@callboard/contract/email-templates'
import { textLimits } from '@callboard/contract/limits'
import { Button, Form, Input, Tooltip } from 'antd'
import { useRef } from 'react'
import { emailTemplateKind } from '#web/features/email-templates/queries.ts'
import { TemplatePreview } from '#web/features/email-templates/TemplatePreview.tsx'
import classes from '#web/features/email-templates/template.module.css'
import { send } from '#web/lib/api.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, DescriptionItem, NameItem } from '#web/records/RecordItems.tsx'

type Values = ReturnType<typeof valuesOf>

interface TemplateFormProps {
  /** Undefined: a new one. */
  template: endpoints.EmailTemplate | undefined
}

export function TemplateForm({ template }: TemplateFormProps) {
  return (
    <RecordForm
      kind={emailTemplateKind}
      record={template}
      name="emailtemplate"
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
      <NameItem />
      <DescriptionItem minRows={1} maxRows={4} />
      {(template === undefined || template.key === null) && <ActiveItem />}
      <Variables variables={template?.variables ?? standardVariables} onChosen={insert} />
      <Form.Item
        name="subject"
        label="Subject"
        rules={[{ required: true, whitespace: true, message: 'An email needs a subject.' }]}
      >
        <Input maxLength={textLimits.mailSubject} {...note('subject')} />
      </Form.Item>
      <Form.Item
        name="bodyHtml"
        label="HTML"
        extra="Empty: the email is plain text only. Styles go into style attributes, as email programs require."
        className={classes.code ?? ''}
      >
        <Input.TextArea autoSize={{ minRows: 8, maxRows: 22 }} spellCheck={false} {...note('bodyHtml')} />
      </Form.Item>
      <Form.Item
        name="bodyText"
        label="Plain text"
        extra="For programs that show no HTML."
        className={classes.code ?? ''}
        rules={[{ required: true, whitespace: true, message: 'An email needs plain text.' }]}
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 18 }} spellCheck={false} {...note('bodyText')} />
      </Form.Item>
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
      <p className={classes.hint}>Variables for these texts; a click inserts one at the cursor:</p>
      <ul className={classes.variables}>
        {variables.map(({ name, description, isRequired }) => (
          <li key={name}>
            <Tooltip title={isRequired ? `${description} The email needs it.` : description}>
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
