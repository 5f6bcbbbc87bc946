import { paths } from '#web/lib/urls/paths.ts'
import { MessagePage } from '#web/pages/MessagePage.tsx'
import { PlainLink } from '#web/ui/buttons/PlainButton.tsx'

interface NotFoundPageProps {
  /** The address that was asked for. */
  path: string
}

export function NotFoundPage({ path }: NotFoundPageProps) {
  return (
    <MessagePage
      title="Page not found"
      actions={
        <PlainLink look="primary" href={paths.root}>
          Go to the dashboard
        </PlainLink>
      }
    >
      There is no page <code>{path}</code>. It may have been renamed, or the link may be incomplete.
    </MessagePage>
  )
}
