import type { TemplateVariable } from '@callboard/contract/email-templates'
import { frameButton, frameMail, quietStyle } from './mail-frame.ts'
import { type TemplateTexts, variable } from './template-texts.ts'

/** What the mails of subscriptions name, besides what all mails do. */
export const reportVariables: readonly TemplateVariable[] = [
  variable('report.name', 'The name of the report'),
  variable('report.period', 'Its period, as Mar 1 – Mar 31, 2026'),
  variable('report.timeZone', 'The time zone of the period'),
  variable('report.compared', 'What it is compared with; empty where that is nothing'),
  variable('report.filters', 'Its conditions in words; empty without any'),
  variable('report.rows', 'How many rows it has, as 1,204 rows'),
  variable('report.notes', 'What else is to be said of its figures; mostly empty'),
  variable('chart', 'Its chart, as a picture with its meaning in words; empty without one'),
  variable('table', 'Its first rows with their totals, as a table'),
  variable('files', 'The files that are attached, or have to be fetched; empty without any'),
  variable('link', 'Where the report is opened; empty for an address outside of the portal'),
  variable('subscription.name', 'The name of the subscription'),
  variable('subscription.schedule', 'When it is sent, in words'),
  variable('owner.name', 'Who sends it'),
  variable('unsubscribeLink', 'Where the reader ends it; an email without this link gets a line with it'),
]

export const reportTemplate: TemplateTexts = {
  subject: '{{ report.name }}: {{ report.period }}',
  bodyText: `{{ report.name }}
{{ report.period }} · {{ report.timeZone }}
{% if report.compared != '' %}Compared with {{ report.compared }}
{% endif %}{% if report.filters != '' %}Only where {{ report.filters }}
{% endif %}{{ report.rows }}
{% if report.notes != '' %}{{ report.notes }}
{% endif %}{% if chart != '' %}
{{ chart }}
{% endif %}
{{ table }}
{% if files != '' %}
{{ files }}
{% endif %}{% if link != '' %}
Open the report: {{ link }}
{% endif %}
--
{{ owner.name }} sends you this by the subscription “{{ subscription.name }}” of {{ productName }}{% if subscription.schedule != '' %}: {{ subscription.schedule }}{% endif %}.
{% if unsubscribeLink != '' %}Unsubscribe: {{ unsubscribeLink }}
{% endif %}`,
  bodyHtml: frameMail({
    title: '{{ report.name }}',
    preview: '{{ report.period }} · {{ report.rows }}',
    body: `<h1 dir="auto" style="margin:0 0 6px;font-size:22px;line-height:1.3">{{ report.name }}</h1>
<p class="quiet" dir="auto" style="margin:0;${quietStyle}">{{ report.period }} · {{ report.timeZone }}{% if report.compared != '' %}<br>Compared with {{ report.compared }}{% endif %}{% if report.filters != '' %}<br>Only where {{ report.filters }}{% endif %}<br>{{ report.rows }}{% if report.notes != '' %}<br>{{ report.notes }}{% endif %}</p>
{{ chart }}
{{ table }}
{{ files }}
{% if link != '' %}<p style="margin:24px 0 0">${frameButton('{{ link }}', 'Open the report')}</p>{% endif %}`,
    foot: "{{ owner.name }} sends you this by the subscription “{{ subscription.name }}” of {{ productName }}{% if subscription.schedule != '' %}: {{ subscription.schedule }}{% endif %}.",
  }),
}
