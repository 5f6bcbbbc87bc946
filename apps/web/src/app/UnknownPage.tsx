import { useLocation } from 'react-router'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'

export function UnknownPage() {
  return <NotFoundPage path={useLocation().pathname} />
}
