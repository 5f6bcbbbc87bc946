import { colorsOf, fontFamily } from '@callboard/contract/colors'

const light = colorsOf(false)
const dark = colorsOf(true)

/** The classes of what portal mails have, by which they are dark for readers who have chosen that. */
const darkStyle = [
  `.page{background:${dark.page}!important}`,
  `.panel{background:${dark.panel}!important;border-color:${dark.line}!important}`,
  `.panel,.strong{color:${dark.text}!important}.quiet{color:${dark.quiet}!important}`,
  `.line{border-color:${dark.line}!important}.total{border-color:${dark.quiet}!important}.head{background:${dark.fill}!important}`,
  `.link{color:${dark.primary}!important}`,
  `.button{background:${dark.primary}!important;color:${dark.onPrimary}!important}`,
].join('\n')

const style = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){\n${darkStyle}\n}`,
  '@media (max-width:520px){.edge{padding:0!important}.panel{padding:20px 16px!important;border-radius:0!important}}',
].join('\n')

/** Of what is said beside the matter itself. */
export const quietStyle = `color:${light.quiet};font-size:14px;line-height:1.5`

interface FramedMail {
  title: string
  /** What lists of mails show of it. */
  preview: string
  /** In HTML, as the two above in Liquid. */
  body: string
  /** Why they get it. */
  foot: string
}

/** The HTML of a mail: a panel on a page, under the name of the portal. */
export function frameMail({ title, preview, body, foot }: FramedMail): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
${style}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr><td class="page edge" align="center" style="padding:24px 12px;background:${light.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:680px;table-layout:fixed"><tr><td class="panel" align="left" style="padding:28px 32px;background:${light.panel};border:1px solid ${light.line};border-radius:8px;font-family:${fontFamily};color:${light.text}">
<p class="quiet" style="margin:0 0 16px;${quietStyle}">{% if logoUrl != '' %}<img src="{{ logoUrl }}" alt="{{ productName }}" height="28" style="height:28px;border:0">{% else %}{{ productName }}{% endif %}</p>
${body}
<p class="quiet line" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid ${light.line};color:${light.quiet};font-size:12px;line-height:1.5">${foot}{% if unsubscribeLink != '' %} <a class="quiet" href="{{ unsubscribeLink }}" style="color:${light.quiet}">Unsubscribe</a>{% endif %}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** A link that is pressed. `link` is in Liquid. */
export function frameButton(link: string, text: string): string {
  return `<a class="button" href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${light.primary};color:${light.onPrimary};font-size:15px;text-decoration:none">${text}</a>`
}

/** A link within a sentence. */
export function frameLink(link: string, text: string): string {
  return `<a class="link" href="${link}" style="color:${light.primary}">${text}</a>`
}
