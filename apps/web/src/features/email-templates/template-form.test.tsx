import type { EmailTemplate } from '@callboard/contract/email-templates'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { TemplateActions } from '#web/features/email-templates/TemplateActions.tsx'
import { TemplatePreview } from '#web/features/email-templates/TemplatePreview.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { fill, findButton, openPage, show } from '../../../test/show.tsx'

const template: EmailTemplate = {
  id: '01990000-0000-7000-8000-0000000000a9',
  name: 'Monday report',
  key: null,
  description: '',
  subject: 'Figures',
  bodyHtml: '',
  bodyText: 'Hello ,',
  variables: [{ name: 'user.firstName', description: 'The first name', isRequired: true }],
  isDefault: false,
  isActive: true,
  revision: 2,
}
const previewing = 'POST /api/emailtemplate/preview'
const preview = {
  subject: 'Figures for Zoë',
  html: '',
  text: 'Hello Zoë,',
  unknownVariables: ['user.fristName'],
}

beforeEach(() => localStorage.clear())

it('puts a variable where the cursor was last', async () => {
  answerCalls({
    [`GET /api/emailtemplate/${template.id}`]: { body: template },
    [previewing]: { body: preview },
  })
  openPage(`/manage/emailtemplates/${template.id}`)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Plain text')
  field.setSelectionRange(6, 6)
  fireEvent.blur(field)
  fireEvent.click(await findButton('user.firstName *'))
  await expect.poll(() => field.value).toBe('Hello {{ user.firstName }},')
})

it('shows what the texts would say, and asks for it only where they are complete', async () => {
  const calls = answerCalls({ [previewing]: { body: preview } })
  show(<TemplatePreview texts={{ ...template, subject: ' ' }} templateKey={null} />)
  expect(screen.getByText('An email needs a subject and plain text.')).toBeTruthy()
  expect(calls).toEqual([])
  show(<TemplatePreview texts={template} templateKey={null} />)
  expect(await screen.findByText('Figures for Zoë')).toBeTruthy()
  expect(screen.getByText('This email has no user.fristName: nothing stands there')).toBeTruthy()
  expect(screen.getByText('There is no HTML, so the email is plain text only.')).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ subject: 'Figures', bodyText: 'Hello ,', key: null })
})

it('says under which text a mistake is, until it is mended', async () => {
  const description = 'Line 1: output "{{ unclosed" not closed.'
  const wrong = { status: 400, body: [{ code: 'invalidTemplate', description, field: 'subject' }] }
  answerCalls({
    [`GET /api/emailtemplate/${template.id}`]: { body: template },
    [previewing]: ({ body }) => (JSON.stringify(body).includes('unclosed') ? wrong : { body: preview }),
  })
  openPage(`/manage/emailtemplates/${template.id}`)
  const field = await screen.findByLabelText<HTMLInputElement>('Subject')
  fill(field, '{{ unclosed')
  const error = await screen.findByText(description)
  expect(error.closest('.ant-form-item')?.contains(field)).toBe(true)
  expect(screen.getByText('The preview could not be rendered: see the fields')).toBeTruthy()
  fill(field, 'Figures')
  expect(await screen.findByText('Figures for Zoë')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(description)).toBeNull())
})

it('one that comes with the portal is put back to its default, once it has another text, and never deleted', () => {
  answerCalls({})
  const builtIn = { ...template, key: 'invitation' } as const
  const { unmount } = show(<TemplateActions template={builtIn} />)
  expect(screen.queryByText('Delete')).toBeNull()
  expect(screen.getByText('Restore default').closest('button')?.disabled).toBe(false)
  unmount()
  show(<TemplateActions template={{ ...builtIn, isDefault: true }} />)
  expect(screen.getByText('Restore default').closest('button')?.disabled).toBe(true)
})
