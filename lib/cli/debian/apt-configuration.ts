/**
 * What makes apt work in a directory of its own, in apt's words. It is read after the machine's configuration, whose proxies,
 * keys and passwords stay; its hooks don't, since they are for what the machine has installed.
 *
 * Nothing of that configuration makes apt take what the archive's keys haven't signed. Whether signed lists may be past their
 * date, `Acquire::Check-Valid-Until`, stays the machine's: mirrors of a snapshot have no others, and
 * `image lock` warns of it.
 *
 * @param directory - has `sources.list`, `status`, `lists/` and `archives/`.
 * @see https://manpages.debian.org/stable/apt/apt.conf.5.en.html
 */
export function aptConfiguration(directory: string, architecture: string): string {
  const cleared = [
    ...['APT::Update', 'DPkg', 'Acquire::IndexTargets', 'APT::Architectures', 'APT::NeverAutoRemove'],
    // Which digests count, and arguments by which a check of signatures can be made to pass.
    ...['APT::Hashes', 'Acquire::gpgv::Options'],
  ];
  const set = {
    'Dir::State': directory,
    'Dir::State::lists': `${directory}/lists/`,
    'Dir::State::status': `${directory}/status`,
    'Dir::Cache': directory,
    'Dir::Cache::archives': `${directory}/archives/`,
    'Dir::Log': directory,
    'Dir::Etc::sourcelist': `${directory}/sources.list`,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'APT::Architecture': architecture,
    'APT::Architectures::': architecture,
    // What makes apt install unsigned packages, or read unsigned lists.
    'APT::Get::AllowUnauthenticated': 'false',
    'APT::Get::Force-Yes': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
    'Acquire::AllowWeakRepositories': 'false',
    'Acquire::AllowDowngradeToInsecureRepositories': 'false',
    'Acquire::Check-Date': 'true',
    // The user that apt would become can't write here.
    'APT::Sandbox::User': '',
    // Else lists that can't be fetched are a warning.
    'APT::Update::Error-Mode': 'any',
    'Acquire::Languages': 'none',
    // Of what sources offer, packages are all that is wanted; a machine may ask for more.
    'Acquire::IndexTargets::deb::Packages::MetaKey': '$(COMPONENT)/binary-$(ARCHITECTURE)/Packages',
    'Acquire::IndexTargets::deb::Packages::ShortDescription': 'Packages',
    'Acquire::IndexTargets::deb::Packages::Description': '$(RELEASE)/$(COMPONENT) $(ARCHITECTURE) Packages',
    'Acquire::IndexTargets::deb::Packages::Optional': '0',
  };
  return [
    ...cleared.map((name) => `#clear ${name};`),
    ...Object.entries(set).map(([name, value]) => `${name} "${value}";`),
    '',
  ].join('\n');
}
