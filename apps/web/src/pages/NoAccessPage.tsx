import { Link } from 'react-router'
import { paths } from '#web/lib/urls/paths.ts'
import { MessagePage } from '#web/pages/MessagePage.tsx'

export function NoAccessPage() {
  return (
    <MessagePage
      title="You don't have access"
      actions={<Link to={paths.profile}>See your roles and rights</Link>}
    >
      Your roles do not open this page. An administrator can give you a role that does.
    </MessagePage>
  )
}
