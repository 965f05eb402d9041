"""A bill of materials in SPDX 2.3: name, version, licence and hash of every part."""

import json
import re
import time

from release import PROGRAM, sha256


def document(release):
    """The JSON text."""
    program = entry(PROGRAM, release.version, "MIT", "NOASSERTION", sha256(release.program))
    packages, relationships = [program], [("SPDXRef-DOCUMENT", "DESCRIBES", program["SPDXID"])]
    for part in release.parts:
        packages.append(entry(part.name, part.version, part.licence, part.source, part.sha256, part.comment))
        link = "DYNAMIC_LINK" if part.path else "CONTAINS" if part.name == "Inter" else "STATIC_LINK"
        relationships.append((program["SPDXID"], link, packages[-1]["SPDXID"]))
    return json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{PROGRAM}-{release.version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/{PROGRAM}-{release.version}-{sha256(release.program)}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch)),
            "creators": [f"Tool: {PROGRAM}/scripts/package"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relationships],
    }, indent=2) + "\n"


def entry(name, version, licence, source, checksum, comment=""):
    """A package in SPDX's sense."""
    made = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": source,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}],
    }
    return {**made, "comment": comment} if comment else made
