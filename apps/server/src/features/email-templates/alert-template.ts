import type { TemplateVariable } from '@callboard/contract/email-templates'
import { frameButton, frameLink, frameMail, quietStyle } from './mail-frame.ts'
import { type TemplateTexts, variable } from './template-texts.ts'

/** What the mails of alerts name, besides what all mails do. */
export const alertVariables: readonly TemplateVariable[] = [
  variable('alert.name', 'The name of the alert'),
  variable('alert.condition', 'What it looks for, as Missed over 5 in the last 60 minutes'),
  variable('alert.threshold', 'What the figure passes, as over 5'),
  variable('alert.filters', 'Of which calls it is, in words; empty where of all'),
  variable('alert.link', 'Where the alert is opened'),
  variable('figure.name', 'The name of the figure'),
  variable('figure.value', 'The figure over the calls of who gets the email'),
  variable('figure.window', 'Its time, as in the last 60 minutes'),
  variable('figure.calls', 'How many calls it rests on; empty for a count of them'),
  variable('checkedAt', 'When the condition was evaluated'),
  variable('since', 'Since when the alert was on; empty while it is'),
  variable('test', 'Of a test, whether the alert would be on; else empty'),
  variable('callsLink', 'The calls behind the figure; empty for who may not list calls'),
  variable('owner.name', 'Who has the alert'),
  variable('unsubscribeLink', 'Where the reader ends it; an email without this link gets a line with it'),
]

export const alertBeganTemplate = buildTemplate({
  subject: 'Alert: {{ alert.name }}: {{ figure.name }} {{ figure.value }} ({{ alert.threshold }})',
  what: '{% if test != "" %}This is a test of the alert “{{ alert.name }}”. {{ test }}{% else %}The alert “{{ alert.name }}” is on.{% endif %}',
})

export const alertEndedTemplate = buildTemplate({
  subject: 'Over: {{ alert.name }}: {{ figure.name }} {{ figure.value }} ({{ alert.threshold }})',
  what: 'The alert “{{ alert.name }}” is over. It was on since {{ since }}.',
})

/** `what`: what has happened, in Liquid. */
function buildTemplate({ subject, what }: { subject: string; what: string }): TemplateTexts {
  const behind = '{% if figure.calls != "" %}, of {{ figure.calls }}{% endif %}'
  const foot =
    '{% if test != "" %}You get this as you asked for it at {{ productName }}.{% else %}You get this as you are on the list of the alert “{{ alert.name }}” of {{ owner.name }} at {{ productName }}.{% endif %}'
  return {
    subject,
    bodyText: `${what}

{{ figure.name }} {{ figure.window }}: {{ figure.value }}${behind}
The alert is for: {{ alert.condition }}
{% if alert.filters != "" %}Only where {{ alert.filters }}
{% endif %}Based on the calls that you can see, as of {{ checkedAt }}
{% if callsLink != "" %}
The calls behind it: {{ callsLink }}
{% endif %}
The alert: {{ alert.link }}
--
${foot}
{% if unsubscribeLink != "" %}Unsubscribe: {{ unsubscribeLink }}
{% endif %}`,
    bodyHtml: frameMail({
      title: '{{ alert.name }}',
      preview: `{{ figure.name }} {{ figure.window }}: {{ figure.value }}${behind}`,
      body: `<p class="strong" dir="auto" style="margin:0;font-size:15px;line-height:1.5">${what}</p>
<p style="margin:20px 0 0;font-size:40px;line-height:1.1;font-weight:700">{{ figure.value }}</p>
<p class="strong" style="margin:4px 0 0;font-size:15px;line-height:1.5">{{ figure.name }} {{ figure.window }}${behind}</p>
<p class="quiet" dir="auto" style="margin:16px 0 0;${quietStyle}">The alert is for: {{ alert.condition }}{% if alert.filters != "" %}<br>Only where {{ alert.filters }}{% endif %}<br>Based on the calls that you can see, as of {{ checkedAt }}</p>
<p style="margin:24px 0 0;font-size:14px">{% if callsLink != "" %}${frameButton('{{ callsLink }}', 'Show the calls')} &nbsp; {% endif %}${frameLink('{{ alert.link }}', 'Open the alert')}</p>`,
      foot,
    }),
  }
}
