import { settingGroups } from '@callboard/contract/settings'
import { Link } from 'react-router'
import { sectionId, useSectionInView } from '#web/features/settings/section-in-view.ts'
import classes from '#web/features/settings/SettingSections.module.css'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'

interface SettingSectionsProps {
  /** Those with settings that are shown. */
  shown: ReadonlySet<string>
  keyword: string | undefined
  onSearch: (keyword: string | undefined) => void
}

/** The sections of the settings, beside them: the one in view is marked, and each has an address. */
export function SettingSections({ shown, keyword, onSearch }: SettingSectionsProps) {
  const sections = settingGroups.filter((group) => shown.has(group))
  const inView = useSectionInView(sections)
  return (
    <div className={classes.side}>
      <KeywordInput label="Search in settings" keyword={keyword} onChange={onSearch} />
      <nav aria-label="Sections">
        <ul className={classes.list}>
          {sections.map((group) => (
            <li key={group}>
              <Link
                className={classes.link}
                to={{ hash: sectionId(group), search: location.search }}
                aria-current={group === inView ? 'location' : undefined}
              >
                {group}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {sections.length === 0 && <p role="status">No settings match these words.</p>}
    </div>
  )
}
