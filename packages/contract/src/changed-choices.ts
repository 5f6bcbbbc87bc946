import { webhookFormLabels } from './alerts.ts'
import { apiKeyRightLabels } from './api-keys.ts'
import { attributeTypeLabels } from './attributes.ts'
import { entityTypeNames } from './claim-words.ts'
import { builtInTemplateLabels } from './email-templates.ts'
import { importWayLabels } from './imports.ts'
import { channelOrderLabels } from './recording-channels.ts'
import { redactedNumbersLabels } from './recording-numbers.ts'
import { reportKindLabels } from './report-kinds.ts'
import { localProviderLabels } from './users.ts'
import { callEventLabels } from './webhooks.ts'

type Labels = Readonly<Partial<Record<string, string>>>

/** Nobody chooses these by a form. */
const callBackActions: Labels = {
  calledBack: 'called back',
  notNeeded: 'not needed',
  remind: 'put off',
  reopen: 'put back on the list',
}

/** Fields that hold one of a few values, or several, by type and field: what forms call each. */
export const choiceLabels: Readonly<Partial<Record<string, Labels>>> = {
  'user.loginProvider': localProviderLabels,
  'customer.channelOrder': channelOrderLabels,
  'customer.redactedNumbers': redactedNumbersLabels,
  'entity.type': entityTypeNames,
  'attribute.type': attributeTypeLabels,
  'report.kind': reportKindLabels,
  'alert.webhookForm': webhookFormLabels,
  'apiKey.rights': apiKeyRightLabels,
  'callBack.action': callBackActions,
  'emailTemplate.key': builtInTemplateLabels,
  'import.way': importWayLabels,
  'webhook.events': callEventLabels,
}

/** What is chosen by the forms under a label that has this in it, whichever way it is written. */
export function choicesCalled(text: string): { type: string; field: string; value: string }[] {
  const wanted = text.toLowerCase()
  return Object.entries(choiceLabels).flatMap(([of, labels = {}]) => {
    const [type = '', field = ''] = of.split('.')
    return Object.entries(labels)
      .filter(([, label = '']) => label.toLowerCase().includes(wanted))
      .map(([value]) => ({ type, field, value }))
  })
}
