import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { MessagePage } from '#web/ui/MessagePage.tsx'

/** For both addresses of a recording: nothing can be heard at either of them yet. */
export function CallRecordingPage() {
  return (
    <MessagePage title="No such recording" actions={<Link to={paths.callDetails}>To the calls</Link>}>
      There is no recording with this id, or none that you may hear.
    </MessagePage>
  )
}
