import type { BuiltInTemplateKey, TemplateVariable } from '@callboard/contract/email-templates'
import { alertBeganTemplate, alertEndedTemplate, alertVariables } from './alert-template.ts'
import { callBackTemplate, callBackVariables } from './call-back-template.ts'
import { quarantineTemplate, quarantineVariables } from './quarantine-template.ts'
import { reportTemplate, reportVariables } from './report-template.ts'
import { type TemplateTexts, variable } from './template-texts.ts'

interface BuiltInTemplate extends TemplateTexts {
  /** Those that other mails do not have. */
  variables: readonly TemplateVariable[]
}

const greeting = 'Hello {{ user.firstName | default: user.userName }},'

export const builtInTemplates = {
  invitation: builtIn({
    subject: 'Welcome to {{ productName }}',
    before: 'You have an account at {{ productName }}. Choose your password here, within seven days:',
    button: 'Choose your password',
    after: 'Your user name is {{ user.userName }}.',
    linkDescription: 'Where the new user chooses a password; it works once, within seven days.',
  }),
  forgottenPassword: builtIn({
    subject: 'A new password for {{ productName }}',
    before:
      'Somebody, most likely you, asked for a new password for {{ productName }}. Choose it here, within an hour:',
    button: 'Choose a new password',
    after:
      'Your user name is {{ user.userName }}. If it was not you, nothing needs to be done: your password stays as it is.',
    linkDescription: 'Where the user chooses a new password; it works once, within an hour.',
  }),
  report: { ...reportTemplate, variables: reportVariables },
  alertBegan: { ...alertBeganTemplate, variables: alertVariables },
  alertEnded: { ...alertEndedTemplate, variables: alertVariables },
  callBackReminder: { ...callBackTemplate, variables: callBackVariables },
  quarantine: { ...quarantineTemplate, variables: quarantineVariables },
} as const satisfies Record<BuiltInTemplateKey, BuiltInTemplate>

interface LinkMail {
  subject: string
  before: string
  button: string
  after: string
  linkDescription: string
}

function builtIn({ subject, before, button, after, linkDescription }: LinkMail): BuiltInTemplate {
  return {
    subject,
    bodyText: [greeting, before, '{{ link }}', after].join('\n\n'),
    bodyHtml: `<div style="font-family: Arial, Helvetica, sans-serif; font-size: 15px; line-height: 1.5; color: #1b2430">
  <p>${greeting}</p>
  <p>${before}</p>
  <p><a href="{{ link }}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: #1d5fd1; color: #ffffff; text-decoration: none">${button}</a></p>
  <p>${after}</p>
  <p style="color: #5b6778; font-size: 13px">If the button does nothing, open this address: <span style="word-break: break-all">{{ link }}</span></p>
</div>
`,
    variables: [{ name: 'link', description: linkDescription, isRequired: true }],
  }
}

const everywhere: readonly TemplateVariable[] = [
  variable('productName', 'The name of the portal'),
  variable('portalUrl', 'Where the portal is reached'),
  variable('logoUrl', 'The address of the logo; empty without one'),
  variable('user.firstName', 'The first name of who gets the email'),
  variable('user.lastName', 'Their last name'),
  variable('user.userName', 'Their user name'),
  variable('user.email', 'Their email address'),
]

/** What a template may name; null: one that did not come with the portal, which is for subscriptions. */
export function variablesOf(key: BuiltInTemplateKey | null): TemplateVariable[] {
  return [...builtInTemplates[key ?? 'report'].variables, ...everywhere]
}
