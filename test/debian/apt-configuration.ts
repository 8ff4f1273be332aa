/**
 * Returns a configuration that makes apt work in a separate directory. apt reads it after the machine's configuration,
 * whose proxies, keys and passwords stay. Its hooks are removed, since they are for the machine's own packages.
 *
 * No setting of the machine's configuration makes apt accept files without a valid signature of the archive. The
 * machine's `Acquire::Check-Valid-Until` stays, which allows signed but expired lists: mirrors of a snapshot have no
 * others, and `image lock` warns of it.
 *
 * @param directory - has `sources.list`, `status`, `lists/` and `archives/`.
 * @see https://manpages.debian.org/stable/apt/apt.conf.5.en.html
 */
export function aptConfiguration(directory: string, architecture: string): string {
  const cleared = [
    ...['APT::Update', 'DPkg', 'Acquire::IndexTargets', 'APT::Architectures', 'APT::NeverAutoRemove'],
    // The accepted digests, and arguments that could make a signature check succeed.
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
    // Settings that allow unsigned packages or unsigned lists.
    'APT::Get::AllowUnauthenticated': 'false',
    'APT::Get::Force-Yes': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
    'Acquire::AllowWeakRepositories': 'false',
    'Acquire::AllowDowngradeToInsecureRepositories': 'false',
    'Acquire::Check-Date': 'true',
    // apt's sandbox user can't write here.
    'APT::Sandbox::User': '',
    // Otherwise a failed download of lists is only a warning.
    'APT::Update::Error-Mode': 'any',
    'Acquire::Languages': 'none',
    // Only the lists of packages are needed; a machine may request more.
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
