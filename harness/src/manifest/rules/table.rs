//! The table of all rules, and the order in which they are checked.

use super::{
    Findings, Manifest, Rule, argument, beside, description, file, icon, input, mcpb, meta, name, oci,
    ownership, package, publish, remote, repository, schema, target, transport, unfinished, version, website,
};

/// Every rule for the manifest and what belongs to it, in the order of the documentation.
pub static ALL: &[&Rule] = &[
    &file::JSON_UNREADABLE,
    &file::TOP_LEVEL_NOT_OBJECT,
    &file::FIELD_TYPE_WRONG,
    &file::FIELD_UNKNOWN,
    &file::FIELD_SNAKE_CASE,
    &file::FIELD_CASE_DIFFERS,
    &file::FIELD_REPEATED,
    &unfinished::FIELD_EMPTY_STRING,
    &unfinished::TEMPLATE_MARKER_LEFT,
    &unfinished::PLACEHOLDER_LEFT,
    &unfinished::VALUE_HAS_OUTER_SPACE,
    &file::STATUS_IN_MANIFEST,
    &schema::SCHEMA_MISSING,
    &schema::SCHEMA_URL_MALFORMED,
    &schema::SCHEMA_VERSION_UNKNOWN,
    &schema::SCHEMA_VERSION_OLD,
    &schema::SCHEMA_URL_NOT_CANONICAL,
    &name::NAME_MISSING,
    &name::NAME_TOO_SHORT,
    &name::NAME_TOO_LONG,
    &name::NAME_SLASH_MISSING,
    &name::NAME_SLASH_REPEATED,
    &name::NAME_PART_EMPTY,
    &name::NAME_NAMESPACE_MALFORMED,
    &name::NAME_SERVER_PART_MALFORMED,
    &name::NAMESPACE_UNPROVABLE,
    &name::NAMESPACE_GITHUB_ACCOUNT_MALFORMED,
    &name::NAMESPACE_UPPERCASE_DOMAIN,
    &name::NAMESPACE_ACCOUNT_CASE_DIFFERS,
    &name::REPOSITORY_OWNER_DIFFERS,
    &description::DESCRIPTION_MISSING,
    &description::DESCRIPTION_TOO_LONG,
    &description::TITLE_TOO_LONG,
    &description::TITLE_BLANK,
    &version::VERSION_MISSING,
    &version::VERSION_TOO_LONG,
    &version::VERSION_IS_LATEST,
    &version::VERSION_IS_RANGE,
    &version::VERSION_PRERELEASE_HAS_X,
    &version::VERSION_NOT_SEMVER,
    &repository::REPOSITORY_MISSING,
    &repository::REPOSITORY_EMPTY,
    &repository::REPOSITORY_INCOMPLETE,
    &repository::REPOSITORY_SOURCE_UNSUPPORTED,
    &repository::REPOSITORY_URL_MALFORMED,
    &repository::REPOSITORY_SUBFOLDER_MALFORMED,
    &repository::REPOSITORY_UNREACHABLE,
    &repository::REPOSITORY_MOVED,
    &website::WEBSITE_URL_MALFORMED,
    &website::WEBSITE_URL_NOT_ABSOLUTE,
    &website::WEBSITE_URL_NOT_HTTPS,
    &website::WEBSITE_URL_BAD_CHARACTER,
    &icon::ICON_SRC_MISSING,
    &icon::ICON_SRC_TOO_LONG,
    &icon::ICON_SRC_MALFORMED,
    &icon::ICON_SRC_NOT_ABSOLUTE,
    &icon::ICON_SRC_NOT_HTTPS,
    &icon::ICON_MIME_TYPE_UNKNOWN,
    &icon::ICON_SIZE_MALFORMED,
    &icon::ICON_THEME_UNKNOWN,
    &remote::REMOTE_TYPE_UNSUPPORTED,
    &remote::REMOTE_URL_MISSING,
    &remote::REMOTE_URL_MALFORMED,
    &remote::REMOTE_URL_SCHEME_VARIABLE,
    &remote::REMOTE_URL_NOT_HTTPS,
    &remote::REMOTE_URL_LOCALHOST,
    &remote::REMOTE_URL_PRIVATE_HOST,
    &remote::REMOTE_URL_VARIABLE_UNDECLARED,
    &remote::REMOTE_VARIABLE_UNUSED,
    &remote::TRANSPORT_URL_HAS_SPACE,
    &remote::REMOTE_URL_REPEATED,
    &remote::REMOTE_URL_TAKEN,
    &remote::REMOTE_WITHOUT_PACKAGE,
    &remote::PACKAGE_AND_REMOTE_MISSING,
    &target::REMOTE_NOT_PROBED,
    &target::REMOTE_PROBE_FAILED,
    &input::INPUT_NAME_MISSING,
    &input::INPUT_FORMAT_UNKNOWN,
    &package::PACKAGE_REGISTRY_TYPE_MISSING,
    &package::PACKAGE_REGISTRY_TYPE_UNSUPPORTED,
    &package::PACKAGE_IDENTIFIER_MISSING,
    &package::PACKAGE_IDENTIFIER_HAS_SPACE,
    &package::PACKAGE_VERSION_MISSING,
    &package::PACKAGE_VERSION_FORBIDDEN,
    &package::PACKAGE_VERSION_DIFFERS,
    &package::PACKAGE_BASE_URL_MISMATCH,
    &package::PACKAGE_BASE_URL_FORBIDDEN,
    &package::PACKAGE_SHA256_MISSING,
    &package::PACKAGE_SHA256_MALFORMED,
    &package::PACKAGE_SHA256_FORBIDDEN,
    &transport::PACKAGE_TRANSPORT_MISSING,
    &transport::PACKAGE_TRANSPORT_TYPE_UNSUPPORTED,
    &transport::PACKAGE_TRANSPORT_URL_FORBIDDEN,
    &transport::PACKAGE_TRANSPORT_URL_MISSING,
    &transport::PACKAGE_TRANSPORT_URL_MALFORMED,
    &transport::PACKAGE_TRANSPORT_URL_SCHEME_VARIABLE,
    &transport::PACKAGE_TRANSPORT_URL_VARIABLE_UNDECLARED,
    &oci::OCI_REFERENCE_MALFORMED,
    &oci::OCI_HOST_UNSUPPORTED,
    &oci::OCI_TAG_FLOATING,
    &mcpb::MCPB_URL_MALFORMED,
    &mcpb::MCPB_HOST_UNSUPPORTED,
    &mcpb::MCPB_NOT_RELEASE_ASSET,
    &mcpb::MCPB_URL_WITHOUT_MCP,
    &argument::ARGUMENT_TYPE_UNKNOWN,
    &argument::ARGUMENT_NAME_MISSING,
    &argument::ARGUMENT_NAME_MALFORMED,
    &argument::ARGUMENT_VALUE_REPEATS_NAME,
    &argument::ARGUMENT_DEFAULT_REPEATS_NAME,
    &argument::ARGUMENT_POSITIONAL_EMPTY,
    &meta::META_KEY_UNKNOWN,
    &meta::META_OFFICIAL_IN_MANIFEST,
    &meta::META_TOO_LARGE,
    &ownership::NPM_PACKAGE_NOT_FOUND,
    &ownership::NPM_VERSION_NOT_FOUND,
    &ownership::NPM_MCP_NAME_MISSING,
    &ownership::NPM_MCP_NAME_MISMATCH,
    &ownership::PYPI_VERSION_NOT_FOUND,
    &ownership::PYPI_MARKER_MISSING,
    &ownership::NUGET_VERSION_NOT_FOUND,
    &ownership::NUGET_README_MISSING,
    &ownership::NUGET_MARKER_MISSING,
    &ownership::CARGO_MARKER_MISSING,
    &ownership::OCI_IMAGE_NOT_FOUND,
    &ownership::OCI_IMAGE_PRIVATE,
    &ownership::OCI_LABEL_MISSING,
    &ownership::OCI_LABEL_MISMATCH,
    &ownership::MCPB_ASSET_UNREACHABLE,
    &beside::PACKAGE_JSON_MCP_NAME_MISSING,
    &beside::PACKAGE_JSON_MCP_NAME_DIFFERS,
    &beside::PACKAGE_JSON_NAME_DIFFERS,
    &beside::PACKAGE_JSON_VERSION_DIFFERS,
    &beside::README_MARKER_MISSING,
    &beside::PYPROJECT_NAME_DIFFERS,
    &beside::PYPROJECT_VERSION_DIFFERS,
    &publish::VERSION_ALREADY_PUBLISHED,
    &publish::VERSION_COUNT_EXCEEDED,
];

/// The rule of this name.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.id == id)
}

/// Checks everything that the file alone decides.
pub fn check(manifest: &Manifest<'_>, out: &mut Findings) {
    file::check(manifest, out);
    if manifest.top.members.is_empty()
        && !matches!(manifest.document.root.value, crate::manifest::document::Value::Object(_))
    {
        return;
    }
    unfinished::check(manifest, out);
    schema::check(manifest, out);
    name::check(manifest, out);
    description::check(manifest, out);
    version::check(manifest, out);
    repository::check(manifest, out);
    website::check(manifest, out);
    icon::check(manifest, out);
    remote::check(manifest, out);
    target::check(manifest, out);
    package::check(manifest, out);
    transport::check(manifest, out);
    argument::check(manifest, out);
    input::check(manifest, out);
    meta::check(manifest, out);
}

#[cfg(test)]
mod tests;
