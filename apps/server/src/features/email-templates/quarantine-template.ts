import type { TemplateVariable } from '@callboard/contract/email-templates'
import { frameButton, frameMail, quietStyle } from './mail-frame.ts'
import { type TemplateTexts, variable } from './template-texts.ts'

/** What the mail about rejected rows names, besides what all mails do. */
export const quarantineVariables: readonly TemplateVariable[] = [
  variable('waiting', 'How many rows wait'),
  variable('added', 'How many of them were added since the last of these emails'),
  variable('reasons', 'The most frequent reasons, each with reason, rows, source and customer'),
  variable('more', 'How many other reasons there are; 0 where none is left out'),
  variable('link', 'Where the rows are'),
]

const foot = 'Administrators of {{ productName }} get this as a setting asks for it.'
const summary = '{{ waiting }} wait in quarantine, {{ added }} of them new'

export const quarantineTemplate: TemplateTexts = {
  subject: 'Rejected rows: {{ added }} new',
  bodyText: `Calls that could not be accepted: ${summary}.

{% for one in reasons %}{{ one.rows }}: {{ one.reason }} ({{ one.source }}, {{ one.customer }})
{% endfor %}{% if more != "0" %}And {{ more }} other reasons.
{% endif %}
See why, correct and retry: {{ link }}
--
${foot}
`,
  bodyHtml: frameMail({
    title: 'Rejected rows',
    preview: `${summary}.`,
    body: `<p class="strong" style="margin:0;font-size:15px;line-height:1.5">Calls that could not be accepted: ${summary}.</p>
<table role="presentation" style="width:100%;margin:16px 0 0;border-collapse:collapse;font-size:14px;line-height:1.5">
{% for one in reasons %}<tr>
<td class="strong" style="padding:6px 12px 6px 0;vertical-align:top;text-align:right;font-weight:700">{{ one.rows }}</td>
<td class="strong" dir="auto" style="padding:6px 0;vertical-align:top">{{ one.reason }}<br><span class="quiet" style="${quietStyle}">{{ one.source }} &middot; {{ one.customer }}</span></td>
</tr>{% endfor %}
</table>
{% if more != "0" %}<p class="quiet" style="margin:8px 0 0;${quietStyle}">And {{ more }} other reasons.</p>{% endif %}
<p style="margin:24px 0 0;font-size:14px">${frameButton('{{ link }}', 'Open quarantine')}</p>`,
    foot,
  }),
}
