import type { TemplateVariable } from '@callboard/contract/email-templates'
import { frameButton, frameMail, quietStyle } from './mail-frame.ts'
import { type TemplateTexts, variable } from './template-texts.ts'

/** What the mail of a reminder names, besides what all mails do. */
export const callBackVariables: readonly TemplateVariable[] = [
  variable('caller.number', 'The number that was missed'),
  variable('caller.name', 'The name that came with its calls; empty where none did'),
  variable('caller.customer', 'Whose caller it is'),
  variable('note', 'What the reader noted when they asked for the reminder; empty without a note'),
  variable('dueAt', 'When they wanted to be reminded'),
  variable('link', 'Where the caller is on the list of call backs'),
]

const who = '{% if caller.name != "" %}{{ caller.name }}, {% endif %}{{ caller.number }}'
const foot = 'You get this as you asked {{ productName }} to remind you.'

export const callBackTemplate: TemplateTexts = {
  subject: `Call back: ${who}`,
  bodyText: `You wanted to be reminded to call back ${who}.

Customer: {{ caller.customer }}
Reminder: {{ dueAt }}
{% if note != "" %}Your note: {{ note }}
{% endif %}
They still wait for a call back: {{ link }}
--
${foot}
`,
  bodyHtml: frameMail({
    title: `Call back ${who}`,
    preview: '{% if note != "" %}{{ note }}{% else %}They still wait for a call back.{% endif %}',
    body: `<p class="strong" dir="auto" style="margin:0;font-size:15px;line-height:1.5">You wanted to be reminded to call back:</p>
<p class="strong" dir="auto" style="margin:16px 0 0;font-size:26px;line-height:1.2;font-weight:700">{{ caller.number }}</p>
<p class="strong" dir="auto" style="margin:4px 0 0;font-size:15px;line-height:1.5">{% if caller.name != "" %}{{ caller.name }} &middot; {% endif %}{{ caller.customer }}</p>
{% if note != "" %}<p class="strong" dir="auto" style="margin:16px 0 0;font-size:15px;line-height:1.5">{{ note }}</p>{% endif %}
<p class="quiet" style="margin:16px 0 0;${quietStyle}">Reminder for {{ dueAt }}</p>
<p style="margin:24px 0 0;font-size:14px">${frameButton('{{ link }}', 'Open Call Back')}</p>`,
    foot,
  }),
}
