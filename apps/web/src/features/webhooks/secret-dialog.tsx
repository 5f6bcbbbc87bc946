import type { ModalFuncProps } from 'antd'
import { SecretNote } from '#web/ui/buttons/SecretNote.tsx'

/** Shows a secret that was just made. */
export function secretDialog(name: string, secret: string): ModalFuncProps {
  return {
    title: `The secret of ${name}`,
    content: (
      <SecretNote secret={secret}>
        Requests to the webhook are signed with it. If you lose it, make a new one on the page of the webhook.
      </SecretNote>
    ),
    okText: 'I have saved it',
    okButtonProps: { type: 'default' },
    icon: null,
    width: 560,
    keyboard: false,
  }
}
