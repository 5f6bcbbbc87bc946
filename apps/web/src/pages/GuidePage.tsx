import { useEffect } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { GuideBlocks } from '#web/features/guide/GuideBlocks.tsx'
import { guides, isGuideName } from '#web/features/guide/guides.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import classes from '#web/pages/GuidePage.module.css'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Text } from '#web/ui/layout.tsx'

/** A guide as a whole, to read through or to print. */
export function GuidePage() {
  const { name } = useParams()
  const { pathname, hash } = useLocation()
  const { isAdmin } = useCurrentUser()
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  if (!isGuideName(name)) return <NotFoundPage path={pathname} />
  const guide = guides[name]
  const [first, ...sections] = guide.sections
  const other = name === 'user' ? guides.administrator : guides.user
  return (
    <PageFrame
      title={first?.title ?? 'Guide'}
      actions={
        (isAdmin || name === 'administrator') && (
          <Link to={paths.guide(other.name)}>{other.sections[0]?.title}</Link>
        )
      }
    >
      <div className={classes.columns}>
        <nav className={classes.contents} aria-label="Contents">
          <ul className={classes.list}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <Link to={`#${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <Panel label="Guide">
          {first !== undefined && <GuideBlocks guide={guide} blocks={first.blocks} />}
          {sections.map(({ id, title, blocks }) => (
            <section key={id} id={id} className={classes.section} aria-label={title}>
              <Text as="h2" margin="12px 0" fontSize={20} lineHeight="28px">
                {title}
              </Text>
              <GuideBlocks guide={guide} blocks={blocks} />
            </section>
          ))}
        </Panel>
      </div>
    </PageFrame>
  )
}
